import { Button } from "@mantine/core";
import { type ClientResult, type getSignInMethods, proveWithGoogle } from "@stillreel/contract";
import { ICON } from "@stillreel/ui";
import { IconFingerprint } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NoPasskey } from "../../../entities/people/security.queries.ts";
import { proveByPasskey, signInMethodsQuery, startGoogle, visitProvider } from "../../../entities/people/sign-in-methods.queries.ts";
import { client, errorText } from "../../../platform/api.ts";
import { PasswordField } from "../../../ui/password-field.tsx";
import { GoogleCredential } from "./google-credential.tsx";
import styles from "./proof.module.css";
import { continueLater } from "./provider-return.ts";

type Methods = ClientResult<typeof getSignInMethods>;

interface Props {
  /** Name by which the page continues the command after a visit of the provider. */
  resume: string;
  password: string;
  /** Refusal of the password. */
  error: ReactNode;
  onPassword: (password: string) => void;
  /** Called when the user has proven themselves by a passkey or by Google: the command can run again without the password. */
  onProven: () => void;
  /** What the user typed, for the page that continues. */
  typed?: string;
}

const isUsable = ({ identities, providers }: Methods, provider: "google" | "oidc"): boolean =>
  identities.some((identity) => identity.provider === provider) &&
  providers.some((known) => known.provider === provider && known.isPermitted);

/**
 * All ways to prove oneself in an older session, for the forms of commands that need it: the field of the password, which the form sends with its
 * command, and buttons for a passkey and the linked providers.
 */
export function Proof({ resume, typed, password, error, onPassword, onProven }: Props): ReactNode {
  const { t } = useTranslation(["account", "auth"]);
  const { data: methods } = useQuery(signInMethodsQuery);
  if (!methods) return null;
  const hasPasskeys = methods.passkeys.count > 0 && typeof PublicKeyCredential !== "undefined";
  const oidc = methods.providers.find(({ provider }) => provider === "oidc");
  const hasOthers = hasPasskeys || isUsable(methods, "google") || isUsable(methods, "oidc");
  const hasPassword = methods.password.isSet;
  return (
    <div className={styles.proof}>
      {hasPassword ? (
        <PasswordField
          autoFocus
          label={t("auth:fields.currentPassword")}
          description={t("proof.text")}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => onPassword(event.currentTarget.value)}
        />
      ) : (
        <p className={styles.text} role="alert">
          {t(hasOthers ? "proof.other" : "proof.none")}
        </p>
      )}
      {hasPassword && hasOthers && <div className={styles.or}>{t("auth:or")}</div>}
      {hasPasskeys && <PasskeyProof isFocused={!hasPassword} onProven={onProven} />}
      {isUsable(methods, "google") && <GoogleProof onProven={onProven} />}
      {oidc && isUsable(methods, "oidc") && (
        <ProviderProof isFocused={!hasPassword && !hasPasskeys} name={oidc.name} onLeave={() => continueLater({ name: resume, typed })} />
      )}
    </div>
  );
}

function Problem({ error }: { error: unknown }): ReactNode {
  const { t } = useTranslation("account");
  if (!error) return null;
  return (
    <p className={styles.problem} role="alert">
      {error instanceof NoPasskey ? t("proof.noPasskey") : errorText(error)}
    </p>
  );
}

interface ButtonProps {
  /** Whether the button gets the focus, because it is the first way. */
  isFocused: boolean;
}

function PasskeyProof({ isFocused, onProven }: ButtonProps & { onProven: () => void }): ReactNode {
  const { t } = useTranslation("account");
  const prove = useMutation({ mutationFn: proveByPasskey, meta: { handles: "all" }, onSuccess: onProven });
  return (
    <>
      <Button
        variant="default"
        size="md"
        autoFocus={isFocused}
        leftSection={<IconFingerprint {...ICON} />}
        aria-busy={prove.isPending}
        onClick={() => !prove.isPending && prove.mutate()}
      >
        {t("proof.passkey")}
      </Button>
      <Problem error={prove.error} />
    </>
  );
}

function GoogleProof({ onProven }: { onProven: () => void }): ReactNode {
  const start = useQuery({
    queryKey: ["user", "google-proof"] as const,
    queryFn: () => startGoogle("prove"),
    // A nonce works once: neither cached nor fetched again while the button is shown.
    gcTime: 0,
    staleTime: Infinity,
  });
  const prove = useMutation({
    mutationFn: (credentials: string) => client.call(proveWithGoogle, { body: { credentials } }),
    meta: { handles: "all" },
    onError: () => start.refetch(),
    onSuccess: onProven,
  });
  return (
    <>
      {start.data && <GoogleCredential {...start.data} onCredential={prove.mutate} />}
      <Problem error={prove.error ?? start.error} />
    </>
  );
}

interface ProviderProps extends ButtonProps {
  name: string;
  onLeave: () => void;
}

function ProviderProof({ isFocused, name, onLeave }: ProviderProps): ReactNode {
  const { t } = useTranslation("auth");
  const leave = useMutation({
    mutationFn: () => {
      onLeave();
      return visitProvider("prove", location.pathname);
    },
    meta: { handles: "all" },
  });
  return (
    <>
      <Button
        variant="default"
        size="md"
        autoFocus={isFocused}
        aria-busy={leave.isPending}
        onClick={() => !leave.isPending && leave.mutate()}
      >
        {t("continueWith", { name })}
      </Button>
      <Problem error={leave.error} />
    </>
  );
}
