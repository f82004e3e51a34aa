package pgtest

import "syscall"

// DiesWithUs has a program get a signal when this process ends, however that happens.
func DiesWithUs(a *syscall.SysProcAttr, s syscall.Signal) { a.Pdeathsig = s }
