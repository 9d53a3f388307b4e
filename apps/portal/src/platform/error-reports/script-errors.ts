import { isApiError } from "@stillreel/client";
import { isCodeLoadError } from "../code-load.ts";
import type { ReportTarget } from "./send-report.ts";

/** Reports of one page: a fault that repeats must not become a load. */
const PER_PAGE = 5;

/** Returns whether an error is a defect of the portal's code. Failed requests and loads have their own explanations. */
const isDefect = (error: unknown): error is Error =>
  error instanceof Error && error.name !== "AbortError" && !isApiError(error) && !isCodeLoadError(error);

/** Passes an error that a screen caught to the window's listeners of errors, when it is a defect. */
export function reportDefect(error: unknown): void {
  if (isDefect(error)) reportError(error);
}

/** Returns where reports are sent, or null when the server names no address. */
async function findTarget(): Promise<ReportTarget | null> {
  const answer = await fetch("/error-reports.json");
  return answer.status === 200 ? ((await answer.json()) as ReportTarget) : null;
}

/**
 * Reports unexpected script errors, when the server has an address for it. It asks when the first one happens, and loads the code for it
 * only then.
 * @param currentRoute pattern of the open page's address
 */
export function reportScriptErrors(currentRoute: () => string | undefined): void {
  let target: Promise<ReportTarget | null> | undefined;
  let left = PER_PAGE;
  const report = async (error: unknown): Promise<void> => {
    if (!isDefect(error) || left === 0) return;
    left -= 1;
    const route = currentRoute();
    try {
      const found = await (target ??= findTarget());
      if (found) await (await import("./send-report.ts")).sendReport(error, route, found);
    } catch {
      // Without a connection there is no report.
    }
  };
  addEventListener("error", ({ error }: ErrorEvent) => void report(error));
  addEventListener("unhandledrejection", ({ reason }) => void report(reason));
}
