import type { getHealth, ServerResult } from "@stillreel/contract";
import { describeError } from "../../platform/http/logged-error.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { CHECKS, type CheckId, type Finding } from "./health.checks.ts";
import { fill, healthTextsOf, type HealthTexts } from "./health.texts.ts";

type Health = ServerResult<typeof getHealth>;

/** Time limit of one check, in milliseconds. */
export const CHECK_LIMIT_MS = 5_000;

/** Result of a check that failed or did not end. */
interface Unfinished {
  unfinished: string | null;
}

const RANK = { problem: 0, attention: 1, good: 2 } as const;

function present(id: CheckId, result: Finding | Unfinished, all: HealthTexts): Health["checks"][number] {
  const texts: Record<string, string> = all[id];
  const { article } = CHECKS[id];
  if ("unfinished" in result) {
    const { unfinished: reason } = result;
    const measured = reason === null ? fill(all.late, { seconds: CHECK_LIMIT_MS / 1_000 }) : fill(all.failed, { reason });
    return { id, state: "problem", measured, fix: texts["fixFailed"] ?? null, article };
  }
  const { state, measured, fix, values = {}, sentence } = result;
  return {
    id,
    state,
    measured: sentence ?? fill(texts[measured] ?? "", values),
    fix: fix === undefined ? null : fill(texts[fix] ?? "", values),
    article,
  };
}

async function runLimited(id: CheckId, ports: Ports, limitMs: number): Promise<Finding | Unfinished> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Unfinished>((resolve) => {
    timer = setTimeout(() => resolve({ unfinished: null }), limitMs);
  });
  try {
    return await Promise.race([CHECKS[id].run(ports), late]);
  } catch (error) {
    ports.log.warn({ check: id, err: error }, "a check failed");
    return { unfinished: describeError(error).slice(0, 300) };
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the service that checks the installation. Concurrent requests share one run. */
export function createHealthService(ports: Ports, limitMs = CHECK_LIMIT_MS) {
  let running: Promise<[CheckId, Finding | Unfinished][]> | undefined;

  return {
    /** Runs every check, so that one that fails or hangs does not hold up the others. Problems are first. */
    async check(language: string): Promise<Health> {
      running ??= Promise.all(
        (Object.keys(CHECKS) as CheckId[]).map(async (id): Promise<[CheckId, Finding | Unfinished]> => [
          id,
          await runLimited(id, ports, limitMs),
        ]),
      ).finally(() => {
        running = undefined;
      });
      const texts = healthTextsOf(language);
      const checks = (await running).map(([id, result]) => present(id, result, texts));
      return { checkedAt: ports.clock.now().toISOString(), checks: checks.toSorted((a, b) => RANK[a.state] - RANK[b.state]) };
    },
  };
}

export type HealthService = ReturnType<typeof createHealthService>;
