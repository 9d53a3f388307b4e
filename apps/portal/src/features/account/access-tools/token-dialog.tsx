import { TextInput } from "@mantine/core";
import { type AccessTokenScope, type ClientResult, createAccessToken, NAME_MAX } from "@stillreel/contract";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { EXPIRIES, endOf, type Expiry } from "./expiry.ts";
import { FormActions } from "./form-actions.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import styles from "./tools.module.css";

interface Props {
  onClose: () => void;
  onDone: (token: ClientResult<typeof createAccessToken>) => void;
}

/** Creation of an access token: name, what it can do, and when it expires. */
export function TokenDialog({ onClose, onDone }: Props): ReactNode {
  const { t } = useTranslation("tools");
  const [name, setName] = useState("");
  const [scope, setScope] = useState<AccessTokenScope>("read");
  const [expiry, setExpiry] = useState<Expiry>("90");
  const [date, setDate] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const end = endOf(expiry, date, new Date());
  const create = useMutation({
    mutationFn: (expiresAt: string | null) =>
      client.call(createAccessToken, { body: { name: name.trim(), scopes: scope === "write" ? ["read", "write"] : ["read"], expiresAt } }),
    meta: { handles: "all" },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (name.trim() === "" || end === undefined || create.isPending) return;
    create.mutate(end);
  };
  return (
    <Dialog title={t("tokens.create")} size={460} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextInput
          data-first-focus
          label={t("tokens.name")}
          description={t("tokens.nameTip")}
          maxLength={NAME_MAX}
          value={name}
          error={isSubmitted && name.trim() === "" ? t("tokens.nameMissing") : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SelectField
          label={t("tokens.scope")}
          value={scope}
          onChange={setScope}
          choices={(["read", "write"] as const).map((value) => ({ value, label: t(`tokens.${value}`) }))}
        />
        <ExpiryFields {...{ expiry, date }} isMissing={isSubmitted && end === undefined} onExpiry={setExpiry} onDate={setDate} />
        {create.error && (
          <p className={styles.problem} role="alert">
            {errorText(create.error)}
          </p>
        )}
        <FormActions label={t("tokens.create")} isPending={create.isPending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

interface ExpiryProps {
  expiry: Expiry;
  date: string;
  /** Whether the form was sent without a valid day. */
  isMissing: boolean;
  onExpiry: (expiry: Expiry) => void;
  onDate: (date: string) => void;
}

/** When the token expires; a field for the day if the user chooses it. */
function ExpiryFields({ expiry, date, isMissing, onExpiry, onDate }: ExpiryProps): ReactNode {
  const { t } = useTranslation("tools");
  return (
    <>
      <SelectField
        label={t("tokens.expiry")}
        value={expiry}
        onChange={onExpiry}
        hint={expiry === "never" ? t("tokens.neverWarning") : undefined}
        choices={EXPIRIES.map((value) => ({ value, label: t(`tokens.expiries.${value}`) }))}
      />
      {expiry === "date" && (
        <TextInput
          type="date"
          label={t("tokens.date")}
          value={date}
          error={isMissing ? t("tokens.dateMissing") : undefined}
          onChange={(event) => onDate(event.currentTarget.value)}
        />
      )}
    </>
  );
}
