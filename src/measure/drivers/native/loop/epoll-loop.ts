/**
 * A load loop that waits for its connections itself, by epoll. It shares its thread with Node's event loop, which has the
 * rest (timers, messages, connections that are being opened): a turn of its own, then one of Node's.
 */
import { cpus } from "node:os";
import { getSystemErrorName } from "node:util";
import { LabError } from "../../../../model/errors.ts";
import type { TappedSocket } from "../tapped-socket.ts";
import { gatheringTime } from "./gathering.ts";
import type { LoadLoop, Wire, WireEvents } from "./load-loop.ts";
import { PolledWire, type Poller } from "./polled-wire.ts";
import { StreamWire } from "./stream-wire.ts";
import type { Syscalls } from "./syscalls.ts";

/** So long Node's own work may have to wait. */
const TURN_MILLISECONDS = 5;
const EVENTS_AT_ONCE = 512;

/** See epoll_ctl(2); an event is packed on x86-64 alone. */
const EVENT_WORDS = process.arch === "x64" ? 3 : 4;
const EVENT_DATA = process.arch === "x64" ? 1 : 2;
const EPOLL_CLOEXEC = 0x80000;
const ADD = 1;
const REMOVE = 2;
const MODIFY = 3;
const EPOLLIN = 0x1;
const EPOLLOUT = 0x4;
/** EPOLLERR, EPOLLHUP, EPOLLRDHUP: read to the end to learn which. */
const HUNG_UP = 0x8 | 0x10 | 0x2000;
const EPOLLRDHUP = 0x2000;
/** Told once for each arrival: the kernel need not look again at sockets that were read. */
const EPOLLET = 1 << 31;

const CLOCK_MONOTONIC = 1;
/** TFD_NONBLOCK, TFD_CLOEXEC. */
const TIMER_FLAGS = 0x800 | 0x80000;
const NANOSECONDS = 1e9;
/** itimerspec: an interval of two longs, left at zero, and a time of two; the low words of the latter. */
const TIME_WORDS = 8;
const TIME_SECONDS = 4;
const TIME_NANOSECONDS = 6;

const PR_SET_TIMERSLACK = 29;
/** Else each sleep takes 50 us longer. */
const TIMER_SLACK_NANOSECONDS = 1000;

export class EpollLoop implements LoadLoop, Poller {
  readonly calls: Syscalls;
  private readonly mayGather: boolean;
  private readonly epoll: number;
  private readonly event = new Int32Array(EVENT_WORDS);
  private readonly events = new Int32Array(EVENTS_AT_ONCE * EVENT_WORDS);
  /** By descriptor. */
  private readonly wires: (PolledWire | undefined)[] = [];
  private clients = 0;
  private readonly cpus = cpus().length;
  private gathering = 0;
  private timer = -1;
  private readonly time = new Int32Array(TIME_WORDS);
  private onWake: () => void = () => undefined;
  private turning = false;

  /** `mayGather`: see `gathering.ts`. Throws `measurement-failed` where the system has no descriptor left; so do the others. */
  constructor(calls: Syscalls, mayGather: boolean) {
    this.calls = calls;
    this.mayGather = mayGather;
    this.epoll = this.must("epoll_create1", calls.epollCreate(EPOLL_CLOEXEC));
    calls.prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NANOSECONDS, 0, 0, 0);
  }

  attach(tap: TappedSocket, events: WireEvents): Wire {
    const descriptor = tap.descriptor();
    // Closed before the load had it: Node tells.
    if (descriptor === null) return new StreamWire(tap, events);
    const wire = new PolledWire({ tap, descriptor, events, poller: this });
    tap.socket.pause();
    this.must("epoll_ctl", this.control(ADD, descriptor, EPOLLIN));
    this.wires[descriptor] = wire;
    this.clients++;
    this.beginTurning();
    return wire;
  }

  watch(wire: PolledWire, forRoom: boolean): void {
    this.control(MODIFY, wire.descriptor, forRoom ? EPOLLIN | EPOLLOUT : EPOLLIN);
  }

  forget({ descriptor }: PolledWire): void {
    this.control(REMOVE, descriptor, 0);
    this.wires[descriptor] = undefined;
    this.clients--;
  }

  wakeAt(at: number, onWake: () => void): void {
    this.onWake = onWake;
    if (this.timer === -1) this.openTimer();
    const seconds = Math.max(0, at - performance.now()) / 1000;
    const whole = Math.floor(seconds);
    this.time[TIME_SECONDS] = whole;
    // A time of zero would mean never.
    this.time[TIME_NANOSECONDS] = Math.max(1, Math.floor((seconds - whole) * NANOSECONDS));
    this.calls.timerSet(this.timer, 0, this.time, null);
  }

  close(): void {
    for (const wire of this.wires) wire?.release();
    if (this.timer !== -1) this.calls.close(this.timer);
    this.calls.close(this.epoll);
  }

  private openTimer(): void {
    this.timer = this.must("timerfd_create", this.calls.timerCreate(CLOCK_MONOTONIC, TIMER_FLAGS));
    this.must("epoll_ctl", this.control(ADD, this.timer, EPOLLIN));
  }

  /** Below zero a call failed: the load cannot be made without what it gives. */
  private must(name: string, result: number): number {
    if (result >= 0) return result;
    const error = getSystemErrorName(-this.calls.errorNumber());
    throw new LabError({
      code: "measurement-failed",
      message: `the load client cannot wait for its connections: ${name} failed with ${error}`,
      hint: "see the limits of this user and machine: ulimit -n, /proc/sys/fs/file-max, /proc/sys/fs/epoll/max_user_watches",
    });
  }

  private control(operation: number, descriptor: number, interest: number): number {
    this.event[0] = interest | EPOLLRDHUP | EPOLLET;
    this.event[EVENT_DATA] = descriptor;
    return this.calls.epollControl(this.epoll, operation, descriptor, this.event);
  }

  private beginTurning(): void {
    if (this.turning) return;
    this.turning = true;
    setImmediate(() => this.turn());
  }

  /** Waits for events and handles them until Node must have its turn. */
  private turn(): void {
    const begin = performance.now();
    let replies = 0;
    let rest = TURN_MILLISECONDS;
    while (rest > 0 && this.clients > 0) {
      if (this.gathering > 0) this.calls.sleepMicroseconds(this.gathering);
      const count = this.calls.epollWait(this.epoll, this.events, EVENTS_AT_ONCE, Math.ceil(rest));
      for (let index = 0; index < count; index++) this.handle(index * EVENT_WORDS);
      replies += Math.max(0, count);
      rest = begin + TURN_MILLISECONDS - performance.now();
    }
    this.turning = false;
    if (this.clients === 0) return;
    const milliseconds = performance.now() - begin;
    if (this.mayGather) {
      this.gathering = gatheringTime({ clients: this.clients, cpus: this.cpus, replies, milliseconds });
    }
    this.beginTurning();
  }

  private handle(at: number): void {
    const what = this.events[at] ?? 0;
    const descriptor = this.events[at + EVENT_DATA] ?? -1;
    if (descriptor === this.timer) {
      this.onWake();
      return;
    }
    // Undefined: a client that was cut off by what was handled before it.
    const wire = this.wires[descriptor];
    if ((what & EPOLLOUT) !== 0) wire?.writable();
    if ((what & (EPOLLIN | HUNG_UP)) !== 0) wire?.readable((what & HUNG_UP) !== 0);
  }
}
