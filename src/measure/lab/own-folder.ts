/** Folders that the lab makes, and makes again where they are not whole. What somebody else put there is not touched. */
import { dirname, join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { Os } from "../../os/os.ts";

export interface OwnFolder {
  readonly path: string;
  /** A file that is in every whole folder of this kind, and in none of others. */
  readonly marker: string;
}

/**
 * Makes the folder by `fill`, in place of one of ours that is there. While it is being made a note stands beside it: by
 * that a half-made one, of a dbdyno that was killed, is known for ours. Throws `data-directory-foreign` for any other.
 */
export async function remakeFolder(os: Os, { path, marker }: OwnFolder, fill: () => Promise<void>): Promise<void> {
  const { files } = os;
  const note = `${path}.unfinished`;
  if (await files.exists(path)) {
    const isOurs = (await files.exists(note)) || (await files.exists(join(path, marker)));
    if (!isOurs && (await files.list(path)).length > 0) throw foreign(path, marker);
    await files.remove(path);
  }
  await files.makeDirectory(dirname(path));
  await files.write(note, "dbdyno makes the folder beside this file, or was ended while it did\n");
  await fill();
  await files.remove(note);
}

function foreign(path: string, marker: string): LabError {
  return new LabError({
    code: "data-directory-foreign",
    message: `${path} is not dbdyno's: there is no ${marker} in it`,
    hint: `look at it with \`ls -la ${path}\`; move it away, or give another lab folder with --lab DIR`,
    where: path,
  });
}
