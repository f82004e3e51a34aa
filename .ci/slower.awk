# Reads benchstat's CSV and prints each benchmark whose time an op grew by more
# than 30 %, beyond chance; then it fails.
BEGIN { FS = "," }
$2 == "sec/op" || $2 ~ "/" { unit = $2 }
unit == "sec/op" && $1 != "geomean" && $6 ~ /^\+/ && $6 + 0 > 30 { print "slower: " $1 " " $6; slower = 1 }
END { exit slower }
