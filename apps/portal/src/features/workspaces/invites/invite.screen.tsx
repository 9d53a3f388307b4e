import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { INVITE_DAYS } from "@stillreel/contract";
import { DeadEnd, toasts } from "@stillreel/ui";
import { IconClock } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../../platform/api.ts";
import { SquareAvatar } from "../../../ui/square-avatar.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { ArtBadge } from "../../../ui/status/art-badge.tsx";
import { NotFoundScreen } from "../../../ui/status/not-found.screen.tsx";
import { SignedInAs } from "../../../ui/status/signed-in-as.tsx";
import { joinByInvite } from "../../../entities/workspaces/join.ts";
import styles from "./invite.module.css";
import { rememberJoining, takeJoining } from "./pending-join.ts";
import { inviteQuery, type InviteView } from "../../../entities/workspaces/workspaces.queries.ts";
import { userQuery } from "../../../platform/session/user.queries.ts";

/** Target of an invite link, with and without an account. */
export function InviteScreen(): ReactNode {
  const { inviteId = "" } = useParams({ strict: false });
  const { data: invite, error } = useQuery(inviteQuery(inviteId));
  if (isApiError(error, "invite-expired")) return <ExpiredInvite />;
  if (isApiError(error, "not-found")) return <NotFoundScreen />;
  if (error) throw error;
  if (!invite) return null;
  if (!invite.valid) return <ExpiredInvite invite={invite} />;
  return <LiveInvite inviteId={inviteId} invite={invite} />;
}

function LiveInvite({ inviteId, invite }: { inviteId: string; invite: InviteView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { workspace, inviter, isMember } = invite;
  // The page's loader has queried the user; a signed-out visitor is not queried again.
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  const { join, isExpired, isPending, problem } = useJoin(inviteId);
  // A visitor who signed in for this invite has already confirmed.
  const isAsked = useRef(false);
  const [isBack] = useState(() => user !== undefined && !isMember && takeJoining(inviteId));
  useEffect(() => {
    if (isBack && !isAsked.current) join();
    isAsked.current = true;
  }, [isBack, join]);
  const title = t(isMember ? "join.member" : "join.title", { name: workspace.name });
  usePageTitle(title);
  if (isExpired) return <ExpiredInvite invite={invite} />;
  return (
    <DeadEnd
      art={<SquareAvatar name={workspace.name} src={workspace.avatar} size={104} />}
      title={title}
      actions={
        isMember ? (
          <Button size="lg" component={Link} to={`/w/${workspace.id}/overview`}>
            {t("join.open")}
          </Button>
        ) : user ? (
          <>
            <Button size="lg" aria-busy={isPending} onClick={join}>
              {t("join.now")}
            </Button>
            <Button size="lg" variant="default" component={Link} to="/images">
              {t("join.notNow")}
            </Button>
          </>
        ) : (
          <SignInFirst inviteId={inviteId} />
        )
      }
      footer={
        problem ? (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        ) : (
          user && <SignedInAs user={user} address={`/invite/${inviteId}`} />
        )
      }
    >
      {isMember ? t("join.memberText") : <InvitedBy inviter={inviter} isSignedIn={user !== undefined} />}
    </DeadEnd>
  );
}

/** Joins once at a time and opens the workspace. */
function useJoin(inviteId: string): { join: () => void; isExpired: boolean; isPending: boolean; problem: string | undefined } {
  const { t } = useTranslation("workspaces");
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => joinByInvite(inviteId),
    meta: { handles: "all" },
    onSuccess: async (workspace) => {
      await navigate({ to: "/w/$workspaceId/overview", params: { workspaceId: workspace.id }, replace: true });
      toasts.show(t("join.done", { name: workspace.name }), { tone: "done" });
    },
  });
  const isExpired = isApiError(error, "invite-expired", "not-found");
  return { join: mutate, isExpired, isPending, problem: error && !isExpired ? errorText(error) : undefined };
}

function SignInFirst({ inviteId }: { inviteId: string }): ReactNode {
  const { t } = useTranslation("workspaces");
  const next = `/invite/${inviteId}`;
  const remember = (): void => rememberJoining(inviteId);
  return (
    <>
      <Button size="lg" onClick={remember} renderRoot={(props) => <Link to="/auth/register" search={{ next }} {...props} />}>
        {t("join.signUp")}
      </Button>
      <Button size="lg" variant="default" onClick={remember} renderRoot={(props) => <Link to="/auth/login" search={{ next }} {...props} />}>
        {t("join.logIn")}
      </Button>
    </>
  );
}

function InvitedBy({ inviter, isSignedIn }: { inviter: InviteView["inviter"]; isSignedIn: boolean }): ReactNode {
  const { t } = useTranslation("workspaces");
  const name = inviter?.displayName;
  return (
    <>
      {name === undefined ? t("join.invited") : t("join.invitedBy", { name })} {t(isSignedIn ? "join.text" : "join.textSignIn")}
    </>
  );
}

/** An expired invite. The visitor can contact the inviting member. */
function ExpiredInvite({ invite }: { invite?: InviteView }): ReactNode {
  const { t } = useTranslation("workspaces");
  const { t: common } = useTranslation();
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  usePageTitle(t("join.expired"));
  const name = invite?.workspace.name;
  const mail = `mailto:?subject=${encodeURIComponent(t("join.askSubject"))}&body=${encodeURIComponent(t("join.askBody", { link: location.href }))}`;
  return (
    <DeadEnd
      art={
        <span className={styles.expired} aria-hidden="true">
          <span className={styles.faded}>
            <SquareAvatar name={name ?? "?"} src={invite?.workspace.avatar} size={104} />
          </span>
          <ArtBadge size={54}>
            <IconClock size={26} stroke={2} />
          </ArtBadge>
        </span>
      }
      title={t("join.expired")}
      actions={
        <>
          <Button size="lg" component="a" href={mail}>
            {t("join.ask")}
          </Button>
          <Button size="lg" variant="default" component={Link} to={user ? "/images" : "/auth/login"}>
            {user ? common("actions.backToLibrary") : t("join.logIn")}
          </Button>
        </>
      }
    >
      {name === undefined ? t("join.expiredText", { count: INVITE_DAYS }) : t("join.expiredNamed", { count: INVITE_DAYS, name })}
    </DeadEnd>
  );
}
