// In place of POSIX threads: there are none.
