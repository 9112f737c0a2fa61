/**
 * The system calls of the load loop, called directly. Beside the kernel's own work a call costs some 40 ns, where Node's
 * streams cost 2-4 us of JavaScript and C++ around each read and write.
 */

/** As the C library has them: -1 is a failure, and `errorNumber` says which. */
export interface Syscalls {
  epollCreate(flags: number): number;
  epollControl(epoll: number, operation: number, descriptor: number, event: Int32Array): number;
  epollWait(epoll: number, events: Int32Array, capacity: number, milliseconds: number): number;
  timerCreate(clock: number, flags: number): number;
  timerSet(timer: number, flags: number, time: Int32Array, before: null): number;
  read(descriptor: number, into: Uint8Array, length: number): number;
  write(descriptor: number, from: Uint8Array, length: number): number;
  close(descriptor: number): number;
  sleepMicroseconds(microseconds: number): number;
  prctl(option: number, a: number, b: number, c: number, d: number): number;
  /** Of the call before. */
  errorNumber(): number;
}

/** Null where there is no epoll, or no build of the FFI library for this platform. */
export async function loadSyscalls(): Promise<Syscalls | null> {
  if (process.platform !== "linux") return null;
  try {
    const { default: koffi } = await import("koffi");
    const library = koffi.load(null);
    return {
      epollCreate: library.func("int epoll_create1(int flags)"),
      epollControl: library.func("int epoll_ctl(int epoll, int operation, int descriptor, void *event)"),
      epollWait: library.func("int epoll_wait(int epoll, void *events, int capacity, int milliseconds)"),
      timerCreate: library.func("int timerfd_create(int clock, int flags)"),
      timerSet: library.func("int timerfd_settime(int timer, int flags, void *time, void *before)"),
      read: library.func("long read(int descriptor, void *into, size_t length)"),
      write: library.func("long write(int descriptor, void *from, size_t length)"),
      close: library.func("int close(int descriptor)"),
      sleepMicroseconds: library.func("int usleep(uint microseconds)"),
      prctl: library.func("int prctl(int option, long a, long b, long c, long d)"),
      errorNumber: () => koffi.errno(),
    };
  } catch {
    return null;
  }
}
