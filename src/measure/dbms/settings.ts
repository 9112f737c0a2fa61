/** Server settings as a spec gives them, made ready for a command line. Pure. */
import { LabError } from "../../model/errors.ts";

export interface SettingsRequest {
  readonly variant: string;
  readonly config: Readonly<Record<string, string>>;
  /** Settings that dbdyno chooses itself, and why; names with `_`. */
  readonly reserved: Readonly<Record<string, string>>;
}

/** Name as servers keep it (lower case, `_`) and value, in the order of the configuration. */
export type Setting = readonly [name: string, value: string];

/** Both families take `-` for `_` in a setting's name, and any case. */
export function settingName(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

/** Value of a setting in either spelling; null where it is not set. */
export function settingValue(config: Readonly<Record<string, string>>, name: string): string | null {
  const found = Object.entries(config).find(([given]) => settingName(given) === settingName(name));
  return found?.[1] ?? null;
}

/**
 * The settings under their servers' own names. Throws `plan-impossible` for one that dbdyno chooses itself, for one that
 * is given twice in two spellings, and for a name that is none.
 */
export function readySettings(request: SettingsRequest): readonly Setting[] {
  const settings = Object.entries(request.config).map(([name, value]): Setting => {
    if (!/^[a-z][a-z0-9_.-]*$/i.test(name)) throw impossible(request, name, "this is not the name of a server setting");
    return [settingName(name), value];
  });
  for (const [index, [name]] of settings.entries()) {
    const reason = request.reserved[name];
    if (reason !== undefined) throw impossible(request, name, reason);
    if (settings.findIndex(([other]) => other === name) !== index) {
      throw impossible(request, name, "it is there twice, with `-` and with `_`");
    }
  }
  return settings;
}

/** A port from the configuration; null where there is none. Throws `plan-impossible` for anything but 1 ... 65535. */
export function portSetting(request: SettingsRequest): number | null {
  const text = settingValue(request.config, "port");
  if (text === null) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw impossible(request, "port", `${JSON.stringify(text)} is not a port`);
}

/** An absolute path from the configuration, without trailing slashes; null where there is none. Throws `plan-impossible`. */
export function pathSetting(request: SettingsRequest, name: string): string | null {
  const text = settingValue(request.config, name);
  if (text === null) return null;
  if (/^\/[^,\n]+$/.test(text)) return text.replace(/\/+$/, "");
  throw impossible(request, name, `${JSON.stringify(text)} is not one absolute path`);
}

/** Named settings are left to the caller: they are taken up elsewhere on the command line. */
export function withoutSettings(settings: readonly Setting[], names: readonly string[]): readonly Setting[] {
  return settings.filter(([name]) => !names.includes(name));
}

function impossible({ variant }: SettingsRequest, name: string, reason: string): LabError {
  return new LabError({
    code: "plan-impossible",
    message: `variant ${variant}: \`${name}\` cannot be set: ${reason}`,
    hint: `take \`${name}\` out of its config, or correct it`,
    where: `variants.${variant}.config.${name}`,
  });
}
