import { Button, TextInput } from "@mantine/core";
import { type ClientResult, type listPasskeys, PASSKEY_NAME_MAX, removePasskey } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { deviceName } from "../../../entities/people/device-name.ts";
import { createPasskey, passkeysQuery } from "../../../entities/people/security.queries.ts";
import { signInMethodsQuery } from "../../../entities/people/sign-in-methods.queries.ts";
import { client } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { ProvenForm } from "../proof/proven-form.tsx";
import { useResumed } from "../proof/provider-return.ts";
import { SettingRow } from "../settings-frame.tsx";
import styles from "./security.module.css";
import { useDay } from "./use-day.ts";

type Passkey = ClientResult<typeof listPasskeys>["items"][number];

/** The account's passkeys: add with a name, remove. */
export function Passkeys(): ReactNode {
  const { t } = useTranslation(["security", "account"]);
  const queries = useQueryClient();
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
  const { data: methods } = useSuspenseQuery(signInMethodsQuery);
  const resumed = useResumed();
  const [open, setOpen] = useState(resumed?.name ?? null);
  const day = useDay();
  const handleDone = async (text: string): Promise<void> => {
    await Promise.all([passkeysQuery, signInMethodsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
    setOpen(null);
    toasts.show(text, { tone: "done" });
  };
  const close = () => setOpen(null);
  const removed = passkeys.find(({ id }) => open === `passkey ${id}`);
  return (
    <SettingsSection title={t("passkeys.title")} text={t("passkeys.text")}>
      {passkeys.length === 0 && <p className={dialog.text}>{t("passkeys.none")}</p>}
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
        const added = day(createdAt);
        const used = lastUsedAt ? t("passkeys.used", { added, used: day(lastUsedAt) }) : t("passkeys.unused", { added });
        const { canRemove } = methods.passkeys;
        const hint = (
          <>
            {used}
            {!canRemove && <div>{t("account:methods.last")}</div>}
          </>
        );
        return (
          <SettingRow key={id} label={<bdi>{name}</bdi>} hint={hint}>
            <Button
              variant="default"
              size="xs"
              aria-label={t("passkeys.removeNamed", { name })}
              disabled={!canRemove}
              onClick={() => setOpen(`passkey ${id}`)}
            >
              {t("passkeys.remove")}
            </Button>
          </SettingRow>
        );
      })}
      <Button className={styles.add} variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setOpen("passkey")}>
        {t("passkeys.add")}
      </Button>
      {open === "passkey" && <AddDialog onClose={close} onDone={() => handleDone(t("passkeys.added"))} />}
      {removed && methods.passkeys.canRemove && (
        <RemoveDialog passkey={removed} onClose={close} onDone={() => handleDone(t("passkeys.removed"))} />
      )}
    </SettingsSection>
  );
}

interface DialogProps {
  onClose: () => void;
  onDone: () => Promise<void>;
}

function RemoveDialog({ passkey: { id, name }, ...form }: DialogProps & { passkey: Passkey }): ReactNode {
  const { t } = useTranslation("security");
  return (
    <Dialog title={t("passkeys.removeTitle")} size={460} onClose={form.onClose}>
      <ProvenForm
        {...form}
        action={t("passkeys.remove")}
        isDanger
        resume={`passkey ${id}`}
        run={(password) => client.call(removePasskey, { params: { passkeyId: id }, body: { password } })}
      >
        <p className={dialog.text}>
          <bdi>{name}</bdi>
        </p>
      </ProvenForm>
    </Dialog>
  );
}

function AddDialog(form: DialogProps): ReactNode {
  const { t } = useTranslation(["security", "account"]);
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? t("passkeys.title"));
  return (
    <Dialog title={t("passkeys.add")} size={460} onClose={form.onClose}>
      <ProvenForm
        {...form}
        action={t("account:proof.continue")}
        resume="passkey"
        run={(password) => createPasskey(name.trim() || t("passkeys.title"), password)}
      >
        <TextInput
          data-first-focus
          label={t("passkeys.name")}
          description={t("passkeys.nameTip")}
          maxLength={PASSKEY_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </ProvenForm>
    </Dialog>
  );
}
