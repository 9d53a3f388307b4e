import type { Actor } from "../../platform/http/actor.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { PermissionName } from "../../platform/http/permissions.ts";
import { canSeeActs } from "./audit.policy.ts";
import { canComment, canDeleteComment, canEditComment, type CommentFacts } from "./comments.policy.ts";
import type { Decision } from "./decision.ts";
import { canLike, canReact } from "./engagement.policy.ts";
import { canEditGrants } from "./grants.policy.ts";
import { canRead, canWrite, type MemberRole, type Permission, type SpaceFacts } from "./items.policy.ts";
import { canDownload, canMail } from "./shares.policy.ts";
import {
  canChangeRole,
  canDelete,
  canEditTeam,
  canInvite,
  canJoinTeams,
  canLeave,
  canManage,
  type MembershipFacts,
} from "./workspaces.policy.ts";

/** Facts about a space, folder or item, with the nearest entry that applies to the caller. */
type GrantFacts = SpaceFacts & { grant?: Permission | null };
/** Facts about a comment, with its author. */
type OwnCommentFacts = CommentFacts & { authorId: string | null };

/** The policy of each permission that depends on facts. */
const POLICIES = {
  "workspace.leave": (_actor, facts: MembershipFacts) => canLeave(facts),
  "workspace.invite": (_actor, facts: MembershipFacts) => canInvite(facts),
  "workspace.manage": (_actor, facts: MembershipFacts) => canManage(facts),
  "workspace.delete": (_actor, facts: MembershipFacts) => canDelete(facts),
  "workspace.audit": (_actor, facts: { role: MemberRole }) => canSeeActs(facts.role),
  "member.change": (_actor, facts: MembershipFacts & { from: MemberRole; to: MemberRole }) => canChangeRole(facts, facts.from, facts.to),
  "team.join": (_actor, facts: MembershipFacts) => canJoinTeams(facts),
  "team.manage": (_actor, facts: MembershipFacts & { isTeamOwner: boolean }) => canEditTeam(facts, facts.isTeamOwner),
  "item.list": (actor, facts: GrantFacts) => canRead(actor, facts),
  "item.read": (actor, facts: GrantFacts) => canRead(actor, facts),
  "item.write": (actor, facts: GrantFacts) => canWrite(actor, facts),
  "item.mail": (actor, facts: Parameters<typeof canMail>[1]) => canMail(actor, facts),
  "item.download": (actor, facts: Parameters<typeof canDownload>[1]) => canDownload(actor, facts),
  "folder.read": (actor, facts: GrantFacts) => canRead(actor, facts),
  "folder.write": (actor, facts: GrantFacts) => canWrite(actor, facts),
  "entries.edit": (actor, facts: Parameters<typeof canEditGrants>[1]) => canEditGrants(actor, facts),
  "comment.write": (actor, facts: CommentFacts) => canComment(actor, facts),
  "comment.edit": (actor, facts: OwnCommentFacts) => canEditComment(actor, facts, facts.authorId),
  "comment.delete": (actor, facts: OwnCommentFacts) => canDeleteComment(actor, facts, facts.authorId),
  "item.like": (actor, _facts: object) => canLike(actor),
  "item.react": (actor, facts: CommentFacts) => canReact(actor, facts),
} as const satisfies Partial<Record<PermissionName, (actor: Actor, facts: never) => Decision>>;

type Policies = typeof POLICIES;

/** Throws the error of the denied permission; returns when the actor has it. */
export function authorize<P extends keyof Policies>(actor: Actor, permission: P, facts: Parameters<Policies[P]>[1]): void {
  const decision = (POLICIES[permission] as (by: Actor, about: typeof facts) => Decision)(actor, facts);
  if (!decision.ok) throw new AppError(decision.code);
}
