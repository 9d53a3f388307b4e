import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { type ClientResult, deviceName, type listPasskeys, PASSKEY_NAME_MAX, removePasskey, restorePasskey } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { createPasskey, passkeysQuery, twoFactorQuery } from "../../../entities/people/security.queries.ts";
import { client, errorText } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { SettingRow } from "../settings-frame.tsx";
import { ProvenForm } from "./proven-form.tsx";
import styles from "./security.module.css";

type Passkey = ClientResult<typeof listPasskeys>["items"][number];

/** The account's passkeys: add with a name, remove with undo. */
export function Passkeys(): ReactNode {
  const { t } = useTranslation("security");
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
  const { data: account } = useSuspenseQuery(twoFactorQuery);
  const [open, setOpen] = useState<Passkey | "new" | null>(null);
  const { remove, handleAdded, handleRemoved } = usePasskeyChanges(setOpen);
  const form = { hasPassword: account.hasPassword, onClose: () => setOpen(null) };
  return (
    <SettingsSection title={t("passkeys.title")} text={t("passkeys.text")}>
      {passkeys.length === 0 && <p className={dialog.text}>{t("passkeys.none")}</p>}
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
      ))}
      <Button className={styles.add} variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setOpen("new")}>
        {t("passkeys.add")}
      </Button>
      {open === "new" && <AddDialog {...form} onDone={handleAdded} />}
      {open !== null && open !== "new" && (
        <Dialog title={t("passkeys.removeTitle")} size={460} onClose={form.onClose}>
          <ProvenForm
            {...form}
            action={t("passkeys.remove")}
            isDanger
            run={(password) => client.call(removePasskey, { params: { passkeyId: open.id }, body: { password } })}
            onDone={() => handleRemoved(open)}
          >
            <p className={dialog.text}>
              <bdi>{open.name}</bdi>
            </p>
          </ProvenForm>
        </Dialog>
      )}
    </SettingsSection>
  );
}

/** Removal with undo, and the steps after a change. An older session opens the dialog that asks for the password. */
function usePasskeyChanges(setOpen: (open: Passkey | null) => void) {
  const { t } = useTranslation(["security", "common"]);
  const queries = useQueryClient();
  const handleChanged = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    setOpen(null);
  };
  const handleAdded = async (): Promise<void> => {
    await handleChanged();
    toasts.show(t("passkeys.added"), { tone: "done" });
  };
  const handleRemoved = async ({ id: passkeyId, name }: Passkey): Promise<void> => {
    await handleChanged();
    const undo = async (): Promise<void> => {
      await client.call(restorePasskey, { params: { passkeyId } });
      await handleChanged();
      toasts.show(t("passkeys.restored", { name }), { tone: "done" });
    };
    offerUndo(t("passkeys.removed"), t("common:actions.undo"), () => undo().catch((error: unknown) => toasts.error(errorText(error))));
  };
  const removal = useMutation({
    mutationFn: (passkey: Passkey) => client.call(removePasskey, { params: { passkeyId: passkey.id }, body: {} }),
    meta: { handles: ["reauthentication-required"] },
    onError: (error, passkey) => isApiError(error, "reauthentication-required") && setOpen(passkey),
    onSuccess: (_nothing, passkey) => handleRemoved(passkey),
  });
  return { remove: (passkey: Passkey) => !removal.isPending && removal.mutate(passkey), handleAdded, handleRemoved };
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }): ReactNode {
  const { t, i18n } = useTranslation("security");
  const { name, createdAt, lastUsedAt } = passkey;
  const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", numberingSystem: "latn" });
  const day = (iso: string): string => dates.format(new Date(iso));
  const added = day(createdAt);
  const hint = lastUsedAt ? t("passkeys.used", { added, used: day(lastUsedAt) }) : t("passkeys.unused", { added });
  return (
    <SettingRow label={<bdi>{name}</bdi>} hint={hint}>
      <Button variant="default" size="xs" aria-label={t("passkeys.removeNamed", { name })} onClick={onRemove}>
        {t("passkeys.remove")}
      </Button>
    </SettingRow>
  );
}

function AddDialog({ onDone, ...form }: { hasPassword: boolean; onClose: () => void; onDone: () => Promise<void> }): ReactNode {
  const { t } = useTranslation("security");
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? t("passkeys.title"));
  return (
    <Dialog title={t("passkeys.add")} size={460} onClose={form.onClose}>
      <ProvenForm
        {...form}
        action={t("proof.continue")}
        run={(password) => createPasskey(name.trim() || t("passkeys.title"), password)}
        onDone={onDone}
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
