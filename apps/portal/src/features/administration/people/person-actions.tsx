import { Button } from "@mantine/core";
import { ICON, toasts } from "@stillreel/ui";
import { IconDeviceMobileOff, IconKey, IconLogout, IconTrash, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changePerson, endSessionsOf, type PersonDetails, sendResetLink } from "../../../entities/administration/people.queries.ts";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { DeletePersonDialog } from "./delete-person-dialog.tsx";
import { TwoFactorDialog } from "./two-factor-dialog.tsx";
import styles from "./person-drawer.module.css";

interface Props {
  person: PersonDetails;
  isMe: boolean;
  onDeleted: () => void;
}

/** Actions on an account: suspend or restore, reset the password, end all sessions, switch its authenticator app off, delete. */
export function PersonActions({ person, isMe, onDeleted }: Props): ReactNode {
  const { t } = useTranslation("administration");
  const [open, setOpen] = useState<"delete" | "two-factor" | null>(null);
  const { id, displayName, email, suspendedAt } = person;
  const isSuspended = suspendedAt !== null;
  const reset = useMutation({
    mutationFn: () => sendResetLink(id),
    onSuccess: () => toasts.show(t("people.resetSent", { email }), { tone: "done" }),
  });
  const signOut = useMutation({
    mutationFn: () => endSessionsOf(id),
    onSuccess: () => toasts.show(t("people.signedOut", { name: displayName }), { tone: "done" }),
  });
  return (
    <section className={styles.actions} aria-label={t("people.actions")}>
      {!isMe && <SuspendButton person={person} />}
      {!isSuspended && (
        <Button
          variant="default"
          leftSection={<IconKey {...ICON} />}
          aria-busy={reset.isPending}
          onClick={() => !reset.isPending && reset.mutate()}
        >
          {t("people.reset")}
        </Button>
      )}
      {person.sessions.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconLogout {...ICON} />}
          aria-busy={signOut.isPending}
          onClick={() => !signOut.isPending && signOut.mutate()}
        >
          {t("people.signOut")}
        </Button>
      )}
      {person.hasTwoFactor && !isMe && (
        <Button variant="default" leftSection={<IconDeviceMobileOff {...ICON} />} onClick={() => setOpen("two-factor")}>
          {t("people.twoFactorOff")}
        </Button>
      )}
      {!isMe && (
        <Button variant="danger-quiet" leftSection={<IconTrash {...ICON} />} onClick={() => setOpen("delete")}>
          {t("people.delete")}
        </Button>
      )}
      {open === "delete" && <DeletePersonDialog person={person} onClose={() => setOpen(null)} onDeleted={onDeleted} />}
      {open === "two-factor" && <TwoFactorDialog person={person} onClose={() => setOpen(null)} />}
    </section>
  );
}

function SuspendButton({ person: { id, displayName, suspendedAt } }: { person: PersonDetails }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const isSuspended = suspendedAt !== null;
  const change = useMutation({
    mutationFn: (suspended: boolean) => changePerson(id, { suspended }),
    onSuccess: (_person, suspended) => {
      const text = suspended ? t("people.suspended", { name: displayName }) : t("people.restored", { name: displayName });
      const undo = async (): Promise<void> => void (await changePerson(id, { suspended: !suspended }).catch(() => undefined));
      offerUndo(text, common("actions.undo"), undo);
    },
  });
  return (
    <Button
      variant="default"
      leftSection={isSuspended ? <IconUserCheck {...ICON} /> : <IconUserOff {...ICON} />}
      aria-busy={change.isPending}
      onClick={() => !change.isPending && change.mutate(!isSuspended)}
    >
      {isSuspended ? t("people.restore") : t("people.suspend")}
    </Button>
  );
}
