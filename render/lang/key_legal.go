package lang

// The draft of a privacy notice.
const (
	LegalTitle    Key = "legal.title"
	LegalDraft    Key = "legal.draft"
	LegalWho      Key = "legal.who"
	LegalOperator Key = "legal.operator"
	LegalContact  Key = "legal.contact"
	LegalMissing  Key = "legal.missing"
	LegalWhat     Key = "legal.what"
	LegalColumns  Key = "legal.columns"
	LegalWhere    Key = "legal.where"
	LegalFile     Key = "legal.file"
	LegalLogs     Key = "legal.logs"
	LegalCopies   Key = "legal.copies"
	LegalRights   Key = "legal.rights"
	LegalCan      Key = "legal.can"
	LegalBasis    Key = "legal.basis"
)
