import { Button } from "@mantine/core";
import { type ClientResult, type getSignInMethods, linkGoogle, unlinkIdentity } from "@stillreel/contract";
import { toasts } from "@stillreel/ui";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { signInMethodsQuery, startGoogle, visitProvider } from "../../../entities/people/sign-in-methods.queries.ts";
import { client, errorText } from "../../../platform/api.ts";
import dialog from "../../../ui/dialog.module.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SettingsSection } from "../../../ui/settings-section.tsx";
import { GoogleCredential } from "../proof/google-credential.tsx";
import { ProvenForm } from "../proof/proven-form.tsx";
import { useResumed } from "../proof/provider-return.ts";
import { SettingRow } from "../settings-frame.tsx";
import { useDay } from "./use-day.ts";

type Methods = ClientResult<typeof getSignInMethods>;
type Identity = Methods["identities"][number];
type Provider = Methods["providers"][number];

const SECURITY_PAGE = "/account/security";

/** Google and the company's sign-on: link and unlink. Absent on servers without them. */
export function SignInMethods(): ReactNode {
  const { t } = useTranslation("account");
  const { data: methods } = useSuspenseQuery(signInMethodsQuery);
  const resumed = useResumed();
  const [open, setOpen] = useState(resumed?.name ?? null);
  const { providers, identities } = methods;
  const unlinked = providers.filter(({ provider }) => !identities.some((identity) => identity.provider === provider));
  if (identities.length + unlinked.length === 0) return null;
  const identity = identities.find(({ id }) => open === `unlink ${id}`);
  const provider = unlinked.find((known) => open === `link ${known.provider}`);
  const close = () => setOpen(null);
  return (
    <SettingsSection title={t("methods.title")} text={t("methods.text")}>
      {identities.map((linked) => (
        <LinkedRow key={linked.id} identity={linked} methods={methods} onUnlink={() => setOpen(`unlink ${linked.id}`)} />
      ))}
      {unlinked.map((known) => (
        <UnlinkedRow key={known.provider} provider={known} onLink={() => setOpen(`link ${known.provider}`)} />
      ))}
      {identity?.canUnlink && <UnlinkDialog identity={identity} onClose={close} />}
      {provider?.isPermitted && <LinkDialog provider={provider} onClose={close} />}
    </SettingsSection>
  );
}

interface LinkedRowProps {
  identity: Identity;
  methods: Methods;
  onUnlink: () => void;
}

function LinkedRow({ identity: { provider, name, email, linkedAt, canUnlink }, methods, onUnlink }: LinkedRowProps): ReactNode {
  const { t } = useTranslation("account");
  const day = useDay();
  const isOff = !methods.providers.some((known) => known.provider === provider && known.isPermitted);
  const hint = (
    <>
      <Trans t={t} i18nKey="methods.linked" values={{ email, day: day(linkedAt) }} components={{ email: <bdi /> }} />
      {isOff && <div>{t(provider === null ? "methods.gone" : "methods.off")}</div>}
      {!canUnlink && <div>{t("methods.last")}</div>}
    </>
  );
  return (
    <SettingRow label={<bdi>{name}</bdi>} hint={hint}>
      <Button variant="default" size="xs" aria-label={t("methods.unlinkNamed", { name })} disabled={!canUnlink} onClick={onUnlink}>
        {t("methods.unlink")}
      </Button>
    </SettingRow>
  );
}

function UnlinkedRow({ provider: { name, isPermitted }, onLink }: { provider: Provider; onLink: () => void }): ReactNode {
  const { t } = useTranslation("account");
  return (
    <SettingRow label={<bdi>{name}</bdi>} hint={t(isPermitted ? "methods.notLinked" : "methods.off")}>
      {isPermitted && (
        <Button variant="default" size="xs" aria-label={t("methods.linkNamed", { name })} onClick={onLink}>
          {t("methods.link")}
        </Button>
      )}
    </SettingRow>
  );
}

/** Returns the last step of a command: the changed methods are loaded, and a message says what was done. */
function useDone(onClose: () => void): (text: string) => Promise<void> {
  const queries = useQueryClient();
  return async (text) => {
    await queries.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
    onClose();
    toasts.show(text, { tone: "done" });
  };
}

function UnlinkDialog({ identity: { id, name, email }, onClose }: { identity: Identity; onClose: () => void }): ReactNode {
  const { t } = useTranslation("account");
  const done = useDone(onClose);
  return (
    <Dialog title={t("methods.unlinkTitle", { name })} size={460} onClose={onClose}>
      <ProvenForm
        action={t("methods.unlink")}
        isDanger
        resume={`unlink ${id}`}
        run={(password) => client.call(unlinkIdentity, { params: { identityId: id }, body: { password } })}
        onDone={() => done(t("methods.unlinked", { name }))}
        onClose={onClose}
      >
        <p className={dialog.text}>{t("methods.unlinkText", { email })}</p>
      </ProvenForm>
    </Dialog>
  );
}

function LinkDialog({ provider: { provider, name }, onClose }: { provider: Provider; onClose: () => void }): ReactNode {
  const { t } = useTranslation(["account", "common"]);
  const done = useDone(onClose);
  const [google, setGoogle] = useState<{ clientId: string; nonce: string } | null>(null);
  const link = useMutation({
    mutationFn: (credentials: string) => client.call(linkGoogle, { body: { credentials } }),
    meta: { handles: "all" },
    // A nonce works once; the form makes another one.
    onError: () => setGoogle(null),
    onSuccess: () => done(t("methods.linkDone")),
  });
  const start = async (password: string | undefined) => {
    if (provider === "google") setGoogle(await startGoogle("link", password));
    else await visitProvider("link", SECURITY_PAGE, password);
  };
  return (
    <Dialog title={t("methods.linkTitle", { name })} size={460} onClose={onClose}>
      {google ? (
        <>
          <p className={dialog.text}>{t("methods.linkGoogle")}</p>
          <div className={dialog.field}>
            <GoogleCredential {...google} onCredential={link.mutate} />
          </div>
          <div className={dialog.buttons}>
            <Button variant="default" size="md" onClick={onClose}>
              {t("common:actions.cancel")}
            </Button>
          </div>
        </>
      ) : (
        <ProvenForm action={t("proof.continue")} resume={`link ${provider}`} run={start} onDone={() => undefined} onClose={onClose}>
          <p className={dialog.text}>{provider === "google" ? t("methods.linkGoogle") : t("methods.linkText", { name })}</p>
          {link.error && (
            <p className={dialog.problem} role="alert">
              {errorText(link.error)}
            </p>
          )}
        </ProvenForm>
      )}
    </Dialog>
  );
}
