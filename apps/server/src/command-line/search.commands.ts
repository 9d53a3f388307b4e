import { type Commands, parsed, UsageError } from "./command.ts";
import type { Installation } from "./installation.ts";

/** Number of waiting changes up to which they are counted. */
const COUNTED_MAX = 1_000_000;

/** @throws UsageError without an engine */
function feedOf({ modules }: Installation) {
  const { feed } = modules.searchIndex;
  if (!feed) throw new UsageError("There is no search engine: SEARCH_URL is not set. PostgreSQL searches.");
  return feed;
}

/** Commands for the search engine. */
export const SEARCH_COMMANDS: Commands = {
  status: {
    args: "",
    summary: "show whether the search engine has all entries, and how many changes wait for it",
    async run(installation, args, { print }) {
      parsed(args, {}, 0);
      const { ready, sent, failure, waiting } = await feedOf(installation).status(COUNTED_MAX);
      print(`answers\t${ready ? "yes" : "no, PostgreSQL searches"}`);
      print(`transfer\t${sent === null ? "complete" : `${sent} entries sent`}`);
      print(`waiting changes\t${waiting === COUNTED_MAX ? `more than ${waiting}` : waiting}`);
      if (failure !== null) print(`last failure\t${failure}`);
    },
  },
  rebuild: {
    args: "",
    summary: "send all entries to the search engine again; it answers meanwhile, and a worker sends them",
    async run(installation, args, { print }) {
      parsed(args, {}, 0);
      await feedOf(installation).rebuild();
      print("A worker sends all entries now. It continues after an interruption.");
    },
  },
};
