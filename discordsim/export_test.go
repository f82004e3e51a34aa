package discordsim

// Lines counts the sockets of the gateway that the server has not seen end.
func (s *Server) Lines() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.hub.sockets)
}

// BreakState leaves half a line in the state file and makes the next write to it fail, as a full disk does.
func (s *Server) BreakState() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.world.journal.file.WriteString(`{"k":"mess`); err != nil {
		return err
	}
	return s.world.journal.file.Close()
}
