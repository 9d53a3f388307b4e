import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { revokeInvite, sendWorkspaceInvites, type ClientResult } from "@stillreel/contract";
import { ICON, toasts } from "@stillreel/ui";
import { IconAlertCircle, IconCheck, IconLinkOff, IconLinkPlus, IconRefresh, IconUserCheck } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, errorText } from "../../../platform/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { formatDay } from "../../../platform/format/format-date.ts";
import { LinkField } from "../../../ui/link-field.tsx";
import { LocalLinkNote } from "../../../ui/local-link-note.tsx";
import { AddressField } from "./address-field.tsx";
import { addAddresses, problemOfAddresses, splitAddresses } from "./addresses.ts";
import styles from "./invite-dialog.module.css";
import { renewInvite } from "../../../entities/workspaces/invite-link.ts";
import {
  changeWhole,
  invitesQuery,
  refreshWorkspace,
  type InvitesView,
  type WorkspaceView,
} from "../../../entities/workspaces/workspaces.queries.ts";

type Answer = ClientResult<typeof sendWorkspaceInvites>;

/** Invites members by the workspace's link or by e-mail with a result per address. */
export function InviteDialog({ workspace, onClose }: { workspace: WorkspaceView; onClose: () => void }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { data: invites, error, refetch } = useQuery(invitesQuery(workspace.id));
  const [isTouched, setTouched] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title={<bdi>{t("invite.title", { name: workspace.name })}</bdi>}
      size={560}
      ignoresBackdrop={isTouched}
      ignoresEscape={isTouched}
    >
      <p className={styles.lead}>{t("invite.lead")}</p>
      {error ? (
        <p className={styles.problem} role="alert">
          {errorText(error)}{" "}
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {common("actions.tryAgain")}
          </Button>
        </p>
      ) : (
        <LinkPart workspaceId={workspace.id} invites={invites} />
      )}
      <MailPart workspaceId={workspace.id} invites={invites} onTouched={setTouched} onClose={onClose} />
    </Dialog>
  );
}

/** The valid invite link: copy, renew, revoke. */
function LinkPart({ workspaceId, invites }: { workspaceId: string; invites: InvitesView | undefined }): ReactNode {
  const { t, i18n } = useTranslation("workspaces");
  const { renew, revoke } = useLinkChanges(workspaceId);
  const invite = invites?.invite;
  return (
    <section className={styles.part} aria-label={t("invite.byLink")} aria-busy={invites === undefined}>
      <h3 className={styles.title}>{t("invite.byLink")}</h3>
      {invite ? (
        <>
          <InviteLink link={invite.inviteLink} />
          <LocalLinkNote link={invite.inviteLink} className={styles.note} />
          <p className={styles.note}>{t("invite.until", { day: formatDay(invite.expiresAt, i18n.resolvedLanguage ?? "en") })}</p>
          <div className={styles.buttons}>
            <Button
              variant="quiet"
              size="xs"
              leftSection={<IconRefresh size={15} stroke={1.7} aria-hidden="true" />}
              aria-busy={renew.isPending}
              onClick={() => !renew.isPending && renew.mutate()}
            >
              {t("invite.renew")}
            </Button>
            <Button
              variant="danger-quiet"
              size="xs"
              leftSection={<IconLinkOff size={15} stroke={1.7} aria-hidden="true" />}
              aria-busy={revoke.isPending}
              onClick={() => !revoke.isPending && revoke.mutate()}
            >
              {t("invite.revoke")}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.note}>{t("invite.none")}</p>
          <Button
            variant="default"
            size="md"
            leftSection={<IconLinkPlus {...ICON} />}
            disabled={invites === undefined}
            aria-busy={renew.isPending}
            onClick={() => !renew.isPending && renew.mutate()}
          >
            {t("invite.make")}
          </Button>
        </>
      )}
    </section>
  );
}

/** Renewal and revocation of the invite link. */
function useLinkChanges(workspaceId: string) {
  const { t } = useTranslation("workspaces");
  const renew = useMutation({
    mutationFn: () => renewInvite(workspaceId),
    meta: { failure: "inviteLink" },
    onSuccess: () => toasts.show(t("invite.renewed"), { tone: "done" }),
  });
  const revoke = useMutation({
    mutationFn: () => client.call(revokeInvite, { params: { id: workspaceId } }),
    onSuccess: async () => {
      changeWhole(workspaceId, (known) => ({ ...known, inviteLink: null }));
      await refreshWorkspace(workspaceId);
      toasts.show(t("invite.revoked"), { tone: "done" });
    },
  });
  return { renew, revoke };
}

/** The link as text with a button that copies it. */
function InviteLink({ link }: { link: string }): ReactNode {
  const { t } = useTranslation("workspaces");
  const texts = { label: t("invite.link"), copy: t("invite.copy"), copied: t("invite.copied"), notCopied: t("invite.notCopied") };
  return <LinkField link={link} texts={texts} />;
}

interface MailProps {
  workspaceId: string;
  invites: InvitesView | undefined;
  onTouched: (isTouched: boolean) => void;
  onClose: () => void;
}

/** Invitation by e-mail. Refused addresses stay in the field. */
function MailPart({ onClose, ...props }: MailProps): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { addresses, typed, problem, answer, isSending, change, handleSubmit } = useMailForm(props);
  return (
    <form className={styles.part} noValidate onSubmit={handleSubmit}>
      <AddressField
        label={t("invite.byMail")}
        hint={t("invite.hint")}
        addresses={addresses}
        typed={typed}
        error={problem}
        onChange={change}
      />
      <div role="status">{answer && <Answers answer={answer} />}</div>
      <div className={styles.foot}>
        <Button variant="default" size="md" onClick={onClose}>
          {common("actions.close")}
        </Button>
        <Button type="submit" size="md" aria-busy={isSending}>
          {t("invite.send")}
        </Button>
      </div>
    </form>
  );
}

/** Addresses of the form and the sending of the invitations. */
function useMailForm({ workspaceId, invites, onTouched }: Omit<MailProps, "onClose">) {
  const { t } = useTranslation("workspaces");
  const [addresses, setAddresses] = useState<string[]>([]);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const [answer, setAnswer] = useState<Answer>();
  const send = useMutation({
    mutationFn: async (emails: string[]) => {
      const inviteId = invites?.invite?.inviteId ?? (await renewInvite(workspaceId)).inviteId;
      return client.call(sendWorkspaceInvites, { body: { emails, inviteId } });
    },
    meta: { handles: "all" },
    onSuccess: async (given) => {
      setAnswer(given);
      setAddresses([...given.failed]);
      onTouched(given.failed.length > 0);
      setProblem(given.failed.length > 0 ? t("invite.notSent") : undefined);
      await refreshWorkspace(workspaceId);
    },
    onError: (error, emails) => setProblem(fieldError(error, emails)),
  });
  const change = (next: string[], text: string): void => {
    setAddresses(next);
    setTyped(text);
    setProblem(undefined);
    onTouched(next.length > 0 || text !== "");
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (send.isPending) return;
    const emails = addAddresses(addresses, splitAddresses(typed));
    setAddresses(emails);
    setTyped("");
    setAnswer(undefined);
    const wrong = problemOfAddresses(emails);
    if (wrong) return setProblem(t(`invite.problems.${wrong}`));
    send.mutate(emails);
  };
  return { addresses, typed, problem, answer, isSending: send.isPending, change, handleSubmit };
}

const ANSWER_ICONS = [
  ["sent", IconCheck],
  ["already", IconUserCheck],
  ["failed", IconAlertCircle],
] as const;

/** Result per address. */
function Answers({ answer }: { answer: Answer }): ReactNode {
  const { t } = useTranslation("workspaces");
  return (
    <ul className={styles.answers} aria-label={t("invite.answers")}>
      {ANSWER_ICONS.flatMap(([kind, AnswerIcon]) =>
        answer[kind].map((address) => (
          <li key={address} data-kind={kind}>
            <AnswerIcon size={16} stroke={2} aria-hidden="true" />
            <span className={styles.address}>
              <bdi>{address}</bdi>
            </span>
            <small>{t(`invite.became.${kind}`)}</small>
          </li>
        )),
      )}
    </ul>
  );
}

/** Returns the message for the field: the invalid address, or the translated error. */
function fieldError(error: Error, emails: readonly string[]): string {
  const issue = isApiError(error, "validation-failed") ? error.details.find(({ field }) => field.startsWith("emails")) : undefined;
  if (!issue) return errorText(error);
  const wrong = emails[Number(issue.field.split(".")[1])];
  return wrong ? `${wrong}: ${issue.message}` : issue.message;
}
