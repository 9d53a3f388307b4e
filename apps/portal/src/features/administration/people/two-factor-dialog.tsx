import { Button } from "@mantine/core";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { disableTwoFactorOf, type PersonDetails } from "../../../entities/administration/people.queries.ts";
import { errorText } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";

/** Confirms that the authenticator app of an account is switched off, which only its user can undo. Mounted while open. */
export function TwoFactorDialog({ person, onClose }: { person: PersonDetails; onClose: () => void }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { id, displayName, email } = person;
  const run = useMutation({
    mutationFn: () => disableTwoFactorOf(id),
    meta: { handles: "all" },
    onSuccess: () => {
      onClose();
      toasts.show(t("people.twoFactorDone", { name: displayName }), { tone: "done" });
    },
  });
  return (
    <Dialog title={<bdi>{t("people.twoFactorTitle", { name: displayName })}</bdi>} size={460} onClose={onClose}>
      <p className={dialog.text}>{t("people.twoFactorText")}</p>
      <p className={`${dialog.text} ${dialog.field}`}>{t("people.twoFactorMail", { email })}</p>
      {run.error && (
        <p className={dialog.problem} role="alert">
          {errorText(run.error)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button variant="default" size="md" data-first-focus onClick={onClose}>
          {common("actions.cancel")}
        </Button>
        <Button variant="danger" size="md" aria-busy={run.isPending} onClick={() => !run.isPending && run.mutate()}>
          {t("people.twoFactorOff")}
        </Button>
      </div>
    </Dialog>
  );
}
