import { Button } from "@mantine/core";
import { createRecoveryCodes, disableTwoFactor, RECOVERY_CODES, setUpTwoFactor } from "@stillreel/contract";
import { Chip, toasts } from "@stillreel/ui";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { twoFactorQuery } from "../../../entities/people/security.queries.ts";
import { client } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { ProvenForm } from "../proof/proven-form.tsx";
import { useResumed } from "../proof/provider-return.ts";
import { SettingRow } from "../settings-frame.tsx";
import { AppSetup } from "./app-setup.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./security.module.css";

type Open = "on" | "off" | "codes";

/** Name by which the page opens a dialog again after a proof by the provider. */
const resumeOf = (kind: Open): string => `app ${kind}`;

/** Switches the codes of an authenticator app on and off, and makes new recovery codes. */
export function AuthenticatorApp(): ReactNode {
  const { t } = useTranslation("security");
  const { data } = useSuspenseQuery(twoFactorQuery);
  const resumed = useResumed();
  const [open, setOpen] = useState(() => (["on", "off", "codes"] as const).find((kind) => resumed?.name === resumeOf(kind)) ?? null);
  const isOn = data.enabledAt !== null;
  const left = t("app.left", { count: data.recoveryCodesLeft, total: RECOVERY_CODES });
  return (
    <SettingsSection title={t("app.title")} text={t("app.text")}>
      <SettingRow
        label={<Chip tone={isOn ? "ok" : "plain"}>{t(isOn ? "app.on" : "app.off")}</Chip>}
        hint={isOn ? left : data.hasPassword ? undefined : t("app.noPassword")}
      >
        <div className={styles.actions}>
          {isOn && (
            <Button variant="default" size="xs" onClick={() => setOpen("codes")}>
              {t("app.newCodes")}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={() => setOpen(isOn ? "off" : "on")}>
            {t(isOn ? "app.turnOff" : "app.turnOn")}
          </Button>
        </div>
      </SettingRow>
      {open === "off" && <TurnOffDialog onClose={() => setOpen(null)} />}
      {(open === "on" || open === "codes") && <CodesDialog kind={open} onClose={() => setOpen(null)} />}
    </SettingsSection>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation("security");
  const queries = useQueryClient();
  return (
    <Dialog title={t("app.turnOff")} size={460} onClose={onClose}>
      <ProvenForm
        action={t("app.turnOff")}
        isDanger
        resume={resumeOf("off")}
        run={(password) => client.call(disableTwoFactor, { body: { password } })}
        onDone={async () => {
          await queries.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
          onClose();
          toasts.show(t("app.turnedOff"), { tone: "done" });
        }}
        onClose={onClose}
      >
        <p className={dialog.text}>{t("app.turnOffText")}</p>
      </ProvenForm>
    </Dialog>
  );
}

/** Ends with new recovery codes: after the set-up of an app, or immediately. */
function CodesDialog({ kind, onClose }: { kind: "on" | "codes"; onClose: () => void }): ReactNode {
  const { t } = useTranslation(["security", "account"]);
  const queries = useQueryClient();
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const handleClose = (): void => {
    void queries.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
    onClose();
  };
  const title = t(codes ? "codes.title" : kind === "on" ? "setup.title" : "app.newCodes");
  return (
    <Dialog title={title} size={460} ignoresBackdrop={codes !== null} ignoresEscape={codes !== null} onClose={handleClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={handleClose} />
      ) : key ? (
        <AppSetup {...key} onEnabled={setCodes} />
      ) : kind === "on" ? (
        <ProvenForm
          action={t("account:proof.continue")}
          resume={resumeOf("on")}
          run={(password) => client.call(setUpTwoFactor, { body: { password } })}
          onDone={setKey}
          onClose={onClose}
        >
          <p className={dialog.text}>{t("app.text")}</p>
        </ProvenForm>
      ) : (
        <ProvenForm
          action={t("app.newCodes")}
          resume={resumeOf("codes")}
          run={(password) => client.call(createRecoveryCodes, { body: { password } })}
          onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onClose={onClose}
        >
          <p className={dialog.text}>{t("app.newCodesText")}</p>
        </ProvenForm>
      )}
    </Dialog>
  );
}
