import { SETTINGS, type SettingName } from "@stillreel/contract";
import { z } from "zod";
import { parseInput } from "../platform/http/issues.ts";
import type { SettingChanges } from "../platform/ports/settings.port.ts";
import { type Command, COMMAND_LINE, type Commands, parsed, UsageError } from "./command.ts";
import type { Installation } from "./installation.ts";

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** @throws UsageError for a name that no setting has */
function nameOf(text: string): SettingName {
  const name = NAMES.find((one) => one === text);
  if (name === undefined) throw new UsageError(`There is no setting ${text}. The settings are: ${NAMES.join(", ")}.`);
  return name;
}

/** Returns the forms in which a text may state a value: the text itself, and what it is as JSON. */
function formsOf(text: string): unknown[] {
  try {
    return [text, JSON.parse(text)];
  } catch {
    return [text];
  }
}

/** Returns the value that a text states. @throws AppError `validation-failed` */
function valueOf(name: SettingName, text: string): unknown {
  const forms = formsOf(text);
  const accepted = forms.map((form) => SETTINGS[name].safeParse(form)).find(({ success }) => success);
  if (accepted?.success) return accepted.data;
  return parseInput(z.object({ [name]: SETTINGS[name] }), { [name]: forms.at(-1) })[name];
}

/** Writes settings, one per line: name, source and value as JSON. Secrets are not part of the view. */
function show({ modules }: Installation, names: readonly SettingName[], print: (line: string) => void): void {
  const view = modules.settings.view();
  for (const name of names) print([name, view[name].source, JSON.stringify(view[name].value)].join("\t"));
}

/** Changes a setting, based on the version that was just read. */
async function change(installation: Installation, name: SettingName, value: unknown): Promise<void> {
  const { ports, modules } = installation;
  const { version } = ports.settings.stateOf(name);
  await modules.settings.update({ ...COMMAND_LINE, origins: [] }, { [name]: { value, version } } as SettingChanges);
}

const get: Command = {
  args: "[NAME]",
  summary: "show one setting or all: name, source and value as JSON; passwords are never shown",
  async run(installation, args, { print }) {
    const [name] = parsed(args, {}, [0, 1]).positionals;
    show(installation, name === undefined ? NAMES : [nameOf(name)], print);
  },
};

const set: Command = {
  args: "NAME (VALUE | --value-stdin)",
  summary: 'change a setting; VALUE is a text or JSON, such as 30 or \'{"mode":"closed","domains":[]}\'',
  async run(installation, args, { print, readInput }) {
    const options = { "value-stdin": { type: "boolean" } } as const;
    const { values, positionals } = parsed(args, options, [1, 2]);
    const [given = "", text] = positionals;
    const isPiped = values["value-stdin"] === true;
    if (isPiped !== (text === undefined)) throw new UsageError("Give either a value or --value-stdin.");
    const name = nameOf(given);
    if (name === "logo") throw new UsageError("Upload the logo in the portal under Administration, Server.");
    await change(installation, name, valueOf(name, text ?? (await readInput())));
    show(installation, [name], print);
  },
};

const reset: Command = {
  args: "NAME",
  summary: "restore the default of a setting",
  async run(installation, args, { print }) {
    const [given = ""] = parsed(args, {}, 1).positionals;
    const name = nameOf(given);
    await change(installation, name, null);
    show(installation, [name], print);
  },
};

/** Commands for the settings of the installation. They have the same rules as the portal, and are in the audit log. */
export const SETTING_COMMANDS: Commands = { get, set, reset };
