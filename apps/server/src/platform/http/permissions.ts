import type { FastifyInstance, RouteOptions } from "fastify";

/** Every permission that a route can need, with the callers who have it. */
export const PERMISSIONS = {
  public: "every caller",
  "signed-in": "every signed-in user",
  "account.own": "every signed-in user, for their own data",
  "server.admin": "administrators of the installation",
  "workspace.member": "members of the workspace",
  "workspace.leave": "members of the workspace; its last owner must transfer ownership before",
  "workspace.invite": "members of the workspace, except viewers",
  "workspace.manage": "owners and admins of the workspace",
  "workspace.delete": "owners of the workspace",
  "workspace.audit": "owners and admins of the workspace",
  "member.change": "owners and admins of the workspace; only owners change owners and admins",
  "team.join": "members of the workspace, except viewers",
  "team.manage": "owners and admins of the workspace, and the owner of the team",
  "item.list": "members of the workspace; the response contains only what they may read",
  "item.read": "members who may read the item",
  "item.view": "members who may read the item, and visitors with a valid link to it",
  "item.write": "members who may change the item",
  "item.mail": "members who may change the item, and members who may read it while it has a link",
  "item.download": "members who may read the item, and visitors whose link permits the download",
  "items.read": "members of the workspace; items that they may not read are refused one by one",
  "items.write": "members of the workspace, except viewers; items that they may not change are refused one by one",
  "folder.read": "members who may read the folder",
  "folder.write": "members who may change the folder",
  "folder.add": "members who may add to the folder",
  "entries.edit": "owners and admins of the workspace, and the creator of the folder or item while they may change it",
  "access.answer": "members who may change the item or folder; they give only permissions that they may edit",
  "comment.write": "signed-in users who may read the item, also through a link that permits comments",
  "comment.edit": "the author of the comment, while they may comment",
  "comment.delete": "the author of the comment, and members who may change the item",
  "item.like": "signed-in users who may read the item, also through a link",
  "item.react": "signed-in users who may read the item, also through a link",
  "link.open": "every caller with the link, while it is valid",
} as const;

/** Name of a permission. */
export type PermissionName = keyof typeof PERMISSIONS;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The permission that the route needs. */
    needs?: PermissionName;
  }
  interface FastifyInstance {
    /** The permission of each route, by `METHOD url`. */
    routePermissions: ReadonlyMap<string, PermissionName>;
  }
}

/**
 * Collects the permission of each route of an application in `routePermissions`. Must be called before routes are registered.
 * @throws Error when the application becomes ready and a route declares none
 */
export function collectPermissions(app: FastifyInstance): void {
  const permissions = new Map<string, PermissionName>();
  const routes: RouteOptions[] = [];
  app.decorate("routePermissions", permissions);
  app.addHook("onRoute", (route) => void routes.push(route));
  app.addHook("onReady", (done) => {
    for (const { method, url, config } of routes) {
      if (config?.needs === undefined) return done(new Error(`The route ${String(method)} ${url} declares no permission.`));
      for (const one of [method].flat()) permissions.set(`${one} ${url}`, config.needs);
    }
    done();
  });
}

/** Declares the routes of a scope as public: for plugins whose routes accept no configuration. */
export function declarePublic(scope: FastifyInstance): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, needs: "public" };
  });
}
