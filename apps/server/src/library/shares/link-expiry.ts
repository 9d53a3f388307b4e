import { invalid } from "../../platform/http/app-error.ts";
import type { Ports } from "../../platform/ports/index.ts";

const DAY_MS = 86_400_000;

/** Returns the latest time at which a link that is created or changed now may expire; null without a limit. */
export function latestExpiry({ settings, clock }: Pick<Ports, "settings" | "clock">): Date | null {
  const { maxLinkDays } = settings.current();
  return maxLinkDays === null ? null : new Date(clock.now().getTime() + maxLinkDays * DAY_MS);
}

/** Returns the requested expiry; without one, the latest permitted. @throws AppError `validation-failed` when it is too late */
export function expiryOf(ports: Pick<Ports, "settings" | "clock">, requested: string | null): Date | null {
  const latest = latestExpiry(ports);
  if (requested === null) return latest;
  const expiresAt = new Date(requested);
  if (latest !== null && expiresAt > latest)
    throw invalid("expiresAt", `Links on this server expire after ${ports.settings.current().maxLinkDays} days at the latest.`, "too-late");
  return expiresAt;
}
