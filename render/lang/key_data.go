package lang

// Preset gives the key of a preset's name; name as records write it.
func Preset(name string) Key { return Key("preset." + name) }

// Level gives the key of a computer level's name.
func Level(name string) Key { return Key("level." + name) }

// Pace gives the key of a pace's name; name as events write it.
func Pace(name string) Key { return Key("pace." + name) }

// Match gives the key of a match's name; name as events write it.
func Match(name string) Key { return Key("match." + name) }

// Rule gives the key of a setting's name: a house rule's field, "rules", "pace",
// "seats", "level", "language", "hints", "remarks" or "match".
func Rule(field string) Key { return Key("rule." + field) }

// RuleValue gives the key of a setting's value; both as records and options write them.
// Rules that are numbers have one key with plural forms, and value is "".
func RuleValue(field, value string) Key {
	if value == "" {
		return Key("value." + field)
	}
	return Key("value." + field + "." + value)
}

// Twist gives the key of what a rule is with its second value, of those that have
// two, or a setting that is on or off.
func Twist(field string) Key { return Key("twist." + field) }

// Command gives the key of a command's or subcommand's name.
func Command(name string) Key { return Key("command." + name) }

// LegalOf says what is stored of one kind, why and for how long.
func LegalOf(kind string) Key { return Key("legal.of." + kind) }

// Param gives the key of an option's name.
func Param(name string) Key { return Key("param." + name) }

// About gives the key of the description of what k names.
func About(k Key) Key { return k + ".about" }

// AsksOf names a kind of question that people may turn off.
func AsksOf(kind string) Key { return Key("asks." + kind) }
