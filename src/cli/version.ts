import packageFile from "../../package.json" with { type: "json" };

/** Of this dbdyno, as `--version` prints it. */
export const VERSION: string = packageFile.version;
