/** Files in memory for `createFakeOs`. */
import { createHash } from "node:crypto";
import { LabError } from "../model/errors.ts";
import type { Files } from "./os.ts";

/** Files and folders of one fake machine. */
interface FakeTree {
  readonly texts: Map<string, string>;
  readonly folders: Set<string>;
}

/** Files in memory, by absolute path, with the folders that hold them; `remove` has no guards. */
export function createFakeFiles(initial: Readonly<Record<string, string>>): Files {
  const tree: FakeTree = { texts: new Map(), folders: new Set(["/", "/tmp"]) };
  const { texts, folders } = tree;
  for (const [path, text] of Object.entries(initial)) {
    addFolders(folders, parentOf(path));
    texts.set(path, text);
  }
  let sockets = 0;
  return {
    read: async (path) => textOf(tree, path),
    readIfThere: async (path) => texts.get(path) ?? null,
    readKernelFile: (path) => texts.get(path) ?? null,
    write: async (path, text) => put(tree, path, text),
    append: async (path, text) => put(tree, path, (texts.get(path) ?? "") + text),
    exists: async (path) => texts.has(path) || folders.has(path),
    makeDirectory: async (path) => addFolders(folders, path),
    list: async (path) => namesIn(tree, path),
    remove: async (path) => removeAll(tree, path),
    cloneDirectory: async (from, to) => cloneAll(tree, from, to),
    size: async (path) => Buffer.byteLength(textOf(tree, path)),
    sha256: async (path) => createHash("sha256").update(textOf(tree, path)).digest("hex"),
    isSymbolicLink: async () => false,
    makeSocketDirectory: async () => {
      sockets += 1;
      addFolders(folders, `/tmp/dbdyno-${sockets}`);
      return `/tmp/dbdyno-${sockets}`;
    },
  };
}

function textOf({ texts }: FakeTree, path: string): string {
  return texts.get(path) ?? missing(path);
}

function put({ texts, folders }: FakeTree, path: string, text: string): void {
  if (!folders.has(parentOf(path))) missing(path);
  texts.set(path, text);
}

function below({ texts, folders }: FakeTree, path: string): readonly string[] {
  return [...folders, ...texts.keys()].filter((each) => each.startsWith(`${path}/`));
}

function namesIn(tree: FakeTree, path: string): readonly string[] {
  if (!tree.folders.has(path)) missing(path);
  const names = below(tree, path).map((each) => each.slice(path.length + 1).split("/")[0] ?? "");
  return [...new Set(names)].sort();
}

function removeAll(tree: FakeTree, path: string): void {
  for (const each of [path, ...below(tree, path)]) {
    tree.texts.delete(each);
    tree.folders.delete(each);
  }
}

function cloneAll(tree: FakeTree, from: string, to: string): void {
  if (!tree.folders.has(from)) missing(from);
  const found = below(tree, from);
  addFolders(tree.folders, to);
  for (const each of found) {
    const copy = to + each.slice(from.length);
    if (tree.folders.has(each)) tree.folders.add(copy);
    else tree.texts.set(copy, textOf(tree, each));
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

function addFolders(folders: Set<string>, path: string): void {
  for (let each = path; each !== "/"; each = parentOf(each)) folders.add(each);
}

function missing(path: string): never {
  throw new LabError({
    code: "bug",
    message: `cannot use ${path} (ENOENT)`,
    hint: "give it to createFakeOs, or write it first",
    where: path,
  });
}
