import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { type ClientResult, deviceName, type listPasskeys, PASSKEY_NAME_MAX, removePasskey, restorePasskey } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { createPasskey, passkeysQuery } from "../../../entities/people/security.queries.ts";
import { signInMethodsQuery } from "../../../entities/people/sign-in-methods.queries.ts";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { client, errorText } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { ProvenForm } from "../proof/proven-form.tsx";
import { useResumed } from "../proof/provider-return.ts";
import { SettingRow } from "../settings-frame.tsx";
import styles from "./security.module.css";
import { useDay } from "./use-day.ts";

type Passkey = ClientResult<typeof listPasskeys>["items"][number];

/** Name of the dialog that removes a passkey, also after a proof by the provider. */
const removalOf = ({ id }: Passkey): string => `passkey ${id}`;

/** The account's passkeys: add with a name, remove with undo. */
export function Passkeys(): ReactNode {
  const { t } = useTranslation("security");
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
  const { data: methods } = useSuspenseQuery(signInMethodsQuery);
  const resumed = useResumed();
  const [open, setOpen] = useState(resumed?.name ?? null);
  const { remove, handleAdded, handleRemoved } = usePasskeyChanges(setOpen);
  const close = (): void => setOpen(null);
  const { canRemove } = methods.passkeys;
  const removed = passkeys.find((passkey) => open === removalOf(passkey));
  return (
    <SettingsSection title={t("passkeys.title")} text={t("passkeys.text")}>
      {passkeys.length === 0 && <p className={dialog.text}>{t("passkeys.none")}</p>}
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} canRemove={canRemove} onRemove={() => remove(passkey)} />
      ))}
      <Button className={styles.add} variant="default" leftSection={<IconPlus {...ICON} />} onClick={() => setOpen("passkey")}>
        {t("passkeys.add")}
      </Button>
      {open === "passkey" && <AddDialog onClose={close} onDone={handleAdded} />}
      {removed && canRemove && <RemoveDialog passkey={removed} onClose={close} onDone={() => handleRemoved(removed)} />}
    </SettingsSection>
  );
}

/** Removal with undo, and the steps after a change. An older session opens the dialog that asks for a proof. */
function usePasskeyChanges(setOpen: (open: string | null) => void) {
  const { t } = useTranslation(["security", "common"]);
  const queries = useQueryClient();
  const handleChanged = async (): Promise<void> => {
    await Promise.all([passkeysQuery, signInMethodsQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
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
    onError: (error, passkey) => isApiError(error, "reauthentication-required") && setOpen(removalOf(passkey)),
    onSuccess: (_nothing, passkey) => handleRemoved(passkey),
  });
  return { remove: (passkey: Passkey) => !removal.isPending && removal.mutate(passkey), handleAdded, handleRemoved };
}

function PasskeyRow({ passkey, canRemove, onRemove }: { passkey: Passkey; canRemove: boolean; onRemove: () => void }): ReactNode {
  const { t } = useTranslation(["security", "account"]);
  const day = useDay();
  const { name, createdAt, lastUsedAt } = passkey;
  const added = day(createdAt);
  const used = lastUsedAt ? t("passkeys.used", { added, used: day(lastUsedAt) }) : t("passkeys.unused", { added });
  const hint = (
    <>
      {used}
      {!canRemove && <div>{t("account:methods.last")}</div>}
    </>
  );
  return (
    <SettingRow label={<bdi>{name}</bdi>} hint={hint}>
      <Button variant="default" size="xs" aria-label={t("passkeys.removeNamed", { name })} disabled={!canRemove} onClick={onRemove}>
        {t("passkeys.remove")}
      </Button>
    </SettingRow>
  );
}

interface DialogProps {
  onClose: () => void;
  onDone: () => Promise<void>;
}

function RemoveDialog({ passkey, ...form }: DialogProps & { passkey: Passkey }): ReactNode {
  const { t } = useTranslation("security");
  return (
    <Dialog title={t("passkeys.removeTitle")} size={460} onClose={form.onClose}>
      <ProvenForm
        {...form}
        action={t("passkeys.remove")}
        isDanger
        resume={removalOf(passkey)}
        run={(password) => client.call(removePasskey, { params: { passkeyId: passkey.id }, body: { password } })}
      >
        <p className={dialog.text}>
          <bdi>{passkey.name}</bdi>
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
