import { deviceName, SIGN_IN_DEVICE_DAYS } from "@stillreel/contract";
import type { Audit } from "../../platform/audit/index.ts";
import type { Executor } from "../../platform/db/client.ts";
import type { Outbox } from "../../platform/outbox/index.ts";
import type { Ports } from "../../platform/ports/index.ts";
import * as repo from "./sign-in-devices.repo.ts";
import { languageOf, presentPreferences } from "./user.present.ts";
import type { UserRow } from "./users.repo.ts";

const DAY_MS = 86_400_000;

/** Reports sign-ins from devices that an account was not used on before. */
export interface SignInAlerts {
  /**
   * Records a new session. When no other one came from this device in the last 90 days, the audit log gets an entry, and the user a
   * mail unless they switched it off. The session that creates the account is not reported.
   */
  signedIn(tx: Executor, user: UserRow, session: { ip: string; userAgent: string; isNewUser: boolean }): Promise<void>;
  /** Records that a session of the device is in use. */
  used(db: Executor, userId: string, userAgent: string): Promise<void>;
}

const nameOf = (userAgent: string): string => (deviceName(userAgent) ?? "").slice(0, 100);

export function createSignInAlerts({
  clock,
  outbox,
  audit,
}: Pick<Ports, "clock"> & { outbox: Pick<Outbox, "post">; audit: Audit }): SignInAlerts {
  /** Returns whether no session came from the device in the last days, and records the device. */
  async function isNew(tx: Executor, seen: repo.SeenDevice): Promise<boolean> {
    const since = new Date(seen.seenAt.getTime() - SIGN_IN_DEVICE_DAYS * DAY_MS);
    if (await repo.extendDevice(tx, seen, since)) return false;
    if (!(await repo.addDevice(tx, seen, since))) return false;
    // Sessions from before devices were recorded.
    return !(await repo.listUserAgents(tx, seen.userId, since)).some((userAgent) => nameOf(userAgent) === seen.device);
  }

  return {
    async signedIn(tx, user, { ip, userAgent, isNewUser }) {
      const device = nameOf(userAgent);
      const seenAt = clock.now();
      if (!(await isNew(tx, { userId: user.id, device, seenAt })) || isNewUser) return;
      await audit.record(tx, { action: "auth.new-device", userId: user.id, ip, details: { subject: device } });
      if (!presentPreferences(user.preferences).signInAlerts) return;
      const data = { displayName: user.displayName, device, at: seenAt.toISOString(), ip };
      await outbox.post(tx, { template: "new-device", to: user.email, language: languageOf(user), data });
    },

    used: (db, userId, userAgent) => repo.touchDevice(db, { userId, device: nameOf(userAgent), seenAt: clock.now() }),
  };
}
