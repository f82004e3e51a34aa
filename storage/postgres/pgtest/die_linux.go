package pgtest

import "syscall"

// diesWithUs has a program end when this process does, however that happens.
func diesWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }
