/** pgbench's command line as getopt_long reads it: short options may stand together, and values apart. Pure. */

/** https://www.postgresql.org/docs/current/pgbench.html, PostgreSQL 10 ... 18: letter, name, and whether it takes a value. */
const OPTIONS: readonly (readonly [letter: string, name: string, value: boolean])[] = [
  ["b", "builtin", true],
  ["c", "client", true],
  ["C", "connect", false],
  ["d", "debug", false],
  ["D", "define", true],
  ["f", "file", true],
  ["F", "fillfactor", true],
  ["h", "host", true],
  ["i", "initialize", false],
  ["I", "init-steps", true],
  ["j", "jobs", true],
  ["l", "log", false],
  ["L", "latency-limit", true],
  ["M", "protocol", true],
  ["n", "no-vacuum", false],
  ["N", "skip-some-updates", false],
  ["p", "port", true],
  ["P", "progress", true],
  ["q", "quiet", false],
  ["r", "report-per-command", false],
  ["R", "rate", true],
  ["s", "scale", true],
  ["S", "select-only", false],
  ["t", "transactions", true],
  ["T", "time", true],
  ["U", "username", true],
  ["v", "vacuum-all", false],
  ["V", "version", false],
  ["?", "help", false],
  ["", "aggregate-interval", true],
  ["", "index-tablespace", true],
  ["", "log-prefix", true],
  ["", "max-tries", true],
  ["", "partition-method", true],
  ["", "partitions", true],
  ["", "random-seed", true],
  ["", "sampling-rate", true],
  ["", "show-script", true],
  ["", "tablespace", true],
];

export interface NamedWord {
  /** Place among the words. */
  readonly index: number;
  /** The option's long name; null: the word is no option, nor an option's value. */
  readonly name: string | null;
}

/** The options of `words`: one for each, several where short ones stand together. Values are left out. */
export function pgbenchNames(words: readonly string[]): readonly NamedWord[] {
  const found: NamedWord[] = [];
  let isValue = false;
  for (const [index, word] of words.entries()) {
    if (isValue) {
      isValue = false;
      continue;
    }
    const { names, wantsValue } = word.startsWith("--") ? longOption(word) : shortOptions(word);
    found.push(...names.map((name) => ({ index, name })));
    isValue = wantsValue;
  }
  return found;
}

interface ReadWord {
  readonly names: readonly (string | null)[];
  /** The next word is its value. */
  readonly wantsValue: boolean;
}

/** The beginning of a name is enough for pgbench, where it is of one alone. */
function longOption(word: string): ReadWord {
  const [name = "", value] = word.slice(2).split("=", 2);
  if (name === "") return { names: [null], wantsValue: false };
  const takesValue = OPTIONS.some(([, known, takes]) => takes && known.startsWith(name));
  return { names: [name], wantsValue: takesValue && value === undefined };
}

/** `-rM prepared`: all letters up to the first that takes a value, which is the rest of the word or the next one. */
function shortOptions(word: string): ReadWord {
  if (!/^-[^-]/.test(word)) return { names: [null], wantsValue: false };
  const names: (string | null)[] = [];
  for (const [at, letter] of [...word.slice(1)].entries()) {
    const option = OPTIONS.find(([known]) => known === letter);
    names.push(option === undefined ? null : option[1]);
    if (option?.[2]) return { names, wantsValue: at === word.length - 2 };
  }
  return { names, wantsValue: false };
}
