import type { RegistrationMode } from "@stillreel/contract";
import type { Executor } from "../../platform/db/client.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Settings } from "../../platform/ports/settings.port.ts";
import type { Workspaces } from "../workspaces/index.ts";
import { hasUsers } from "./users.repo.ts";

/** A person who asks for an account. */
export interface NewUser {
  /** Normalized address. */
  emailKey: string;
  /** Secret of the invite link by which the person arrived, valid or not. */
  inviteId: string | undefined;
}

export interface RegistrationDeps {
  settings: Pick<Settings, "current">;
  invites: Pick<Workspaces["invites"], "admits">;
}

/** Decides who may create an account. */
export interface Registration {
  /** Returns the mode that applies now: `open` until the first account exists. */
  mode(db: Executor): Promise<RegistrationMode>;
  /**
   * Refuses people who may not create an account. The first account is always permitted, so that a new server is usable.
   * @throws AppError `registration-closed`, `registration-by-invite`, `registration-domain`
   */
  assertMayRegister(db: Executor, newUser: NewUser): Promise<void>;
}

const domainOf = (emailKey: string): string => emailKey.slice(emailKey.lastIndexOf("@") + 1);

export function createRegistration({ settings, invites }: RegistrationDeps): Registration {
  async function mode(db: Executor): Promise<RegistrationMode> {
    const { registration } = settings.current();
    return registration.mode === "open" || (await hasUsers(db)) ? registration.mode : "open";
  }

  return {
    mode,
    async assertMayRegister(db, newUser) {
      switch (await mode(db)) {
        case "open":
          return;
        case "closed":
          throw new AppError("registration-closed");
        case "domains":
          if (!settings.current().registration.domains.includes(domainOf(newUser.emailKey))) throw new AppError("registration-domain");
          return;
        case "invite":
          if (!(await invites.admits(db, newUser))) throw new AppError("registration-by-invite");
      }
    },
  };
}
