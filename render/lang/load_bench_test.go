package lang

import "testing"

// BenchmarkLoad reads what a start needs: English, and all languages to register the commands in.
func BenchmarkLoad(b *testing.B) {
	b.Run("english", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			MustLoad(b)
		}
	})
	b.Run("all", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			MustLoad(b).Locales()
		}
	})
}
