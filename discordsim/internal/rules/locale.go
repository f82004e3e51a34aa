package rules

import "slices"

// ReadLocale reads a locale that Discord knows, of so many characters at least; "" when the form has none.
func ReadLocale(f Form, low int) string {
	locale := f.Text("locale", low, 10)
	if f.Has("locale") && (low > 0 || locale != "") && !slices.Contains(Locales, locale) {
		f.Complain("locale", "ENUM_TYPE_COERCE", "Value %q is not a valid locale.", locale)
	}
	return locale
}
