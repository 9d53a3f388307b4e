import { readConfig } from "../platform/config/config.ts";
import { describeError } from "../platform/http/logged-error.ts";
import { healthTextsOf } from "../web/health/index.ts";
import { type Program, parsed, type Terminal } from "./command.ts";
import { type Installation, openInstallation } from "./installation.ts";

const LANGUAGE = "en";
const WORDS = { good: "Good", attention: "Attention", problem: "Problem" } as const;

/** A result of a check, as a person reads it. */
type Line = Pick<Awaited<ReturnType<Installation["modules"]["health"]["check"]>>["checks"][number], "state" | "measured" | "fix"> & {
  id: string;
  article: string | null;
};

function write({ id, state, measured, fix, article }: Line, print: Terminal["print"]): void {
  print(`${WORDS[state].padEnd(10)} ${id}: ${measured}`);
  if (fix !== null) print(`${" ".repeat(11)}${fix}${article === null ? "" : ` See ${article}.`}`);
}

/** The checks of *Administration*, *Health*, in words. */
export const DOCTOR: Program = {
  args: "",
  summary: "check the installation, and say how to correct what is wrong; exit code 1 when there is a problem",
  async run(args, { print }, env) {
    parsed(args, {}, 0);
    const config = readConfig(env);
    let installation: Installation;
    try {
      installation = await openInstallation(config);
    } catch (error) {
      const texts = healthTextsOf(LANGUAGE);
      write({ id: "installation", state: "problem", measured: describeError(error), fix: texts.database.fixFailed, article: null }, print);
      return 1;
    }
    try {
      const { checks } = await installation.modules.health.check(LANGUAGE);
      // A stopped server runs no jobs, which is no fault.
      const shown = installation.isServerStopped ? checks.filter(({ id }) => id !== "queue") : checks;
      if (installation.isServerStopped) print("The server is stopped. What only a running server shows is not checked.");
      for (const check of shown) write(check, print);
      return shown.some(({ state }) => state === "problem") ? 1 : 0;
    } finally {
      await installation.close();
    }
  },
};
