package postgres_test

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// A heard log may be written and read at once.
type heard struct {
	sync.Mutex
	bytes.Buffer
}

func (h *heard) Write(p []byte) (int, error) {
	h.Lock()
	defer h.Unlock()
	return h.Buffer.Write(p)
}

func (h *heard) String() string {
	h.Lock()
	defer h.Unlock()
	return h.Buffer.String()
}

// TestWhatIsErasedIsVacuumed erases somebody: the server vacuums then, and not before; where it may not, the log says so
// and they are erased all the same.
func TestWhatIsErasedIsVacuumed(t *testing.T) {
	t.Parallel()
	address := database(t)
	var log heard
	db, err := postgres.Open(t.Context(), address, postgres.Options{Log: slog.New(slog.NewTextHandler(&log, nil)), NoRest: true})
	storagetest.Is(t, err, nil)
	defer func() { _ = db.Close() }()
	erase := func() {
		t.Helper()
		who, err := db.Register(t.Context(), "700", "2001", "Ann")
		storagetest.Is(t, err, nil)
		storagetest.Is(t, db.Erase(t.Context(), who), nil)
		known, err := db.Known(t.Context(), "2001", []sitting.Person{who})
		storagetest.Is(t, err, nil)
		storagetest.Equal(t, known[0].User+known[0].Name, "")
	}
	vacuumed := func() bool {
		words, err := db.Words(t.Context(), "SELECT 'yes' FROM pg_stat_user_tables WHERE relname = 'names' AND vacuum_count > 0")
		storagetest.Is(t, err, nil)
		return len(words) > 0
	}
	storagetest.Equal(t, vacuumed(), false)
	erase()
	for !vacuumed() && log.String() == "" {
		time.Sleep(10 * time.Millisecond)
	}
	storagetest.Equal(t, log.String(), "")
	rewritten(t, db) // which writes the rows that the grants write
	// The tables become somebody else's, and who erases may only change what is in them.
	for _, query := range []string{
		"DROP ROLE IF EXISTS keeper_of_rows", "CREATE ROLE keeper_of_rows", "GRANT ALL ON SCHEMA public TO keeper_of_rows", "GRANT ALL ON ALL TABLES IN SCHEMA public TO keeper_of_rows",
		"GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO keeper_of_rows",
		"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET role = keeper_of_rows', current_database()); END $$",
	} {
		storagetest.Is(t, db.Do(t.Context(), query), nil)
	}
	storagetest.Is(t, db.Close(), nil)
	db, err = postgres.Open(t.Context(), address, postgres.Options{Log: slog.New(slog.NewTextHandler(&log, nil)), NoRest: true})
	storagetest.Is(t, err, nil)
	erase()
	for log.String() == "" {
		time.Sleep(10 * time.Millisecond)
	}
	storagetest.Is(t, db.Close(), nil)
	if !strings.Contains(log.String(), "vacuum it") {
		t.Error(log.String())
	}
	words, err := open(t, address).Words(t.Context(), "SELECT 'left' FROM names")
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, len(words), 0)
	if strings.Contains(log.String(), "Ann") {
		t.Error(log.String())
	}
}
