/** Notices a load process that hangs: stopped by somebody, or in a call that does not return. */
const LOOK_MILLISECONDS = 1000;

/**
 * `onHung` is called once, after `looks` looks in a row, one a second, between which nobody called `heard`. Looks are
 * counted, and not time: where the whole machine stood still, nobody is to blame.
 */
export class SilenceWatch {
  private readonly timer: NodeJS.Timeout;
  private silent = 0;

  constructor(looks: number, onHung: () => void) {
    this.timer = setInterval(() => {
      if (++this.silent < looks) return;
      this.end();
      onHung();
    }, LOOK_MILLISECONDS);
  }

  heard(): void {
    this.silent = 0;
  }

  end(): void {
    clearInterval(this.timer);
  }
}
