import { createAccessToken, listAccessTokens, revokeAccessToken } from "@stillreel/contract";
import type { FastifyInstance } from "fastify";
import { implement, signedIn } from "../../platform/http/implement.ts";
import type { Clock } from "../../platform/ports/clock.port.ts";
import { presentAccessToken } from "./access-tokens.present.ts";
import type { AccessTokens } from "./access-tokens.service.ts";

/** Registers the management of access tokens. */
export function accessTokenRoutes(app: FastifyInstance, { accessTokens, clock }: { accessTokens: AccessTokens; clock: Clock }): void {
  implement(app, listAccessTokens, { needs: "account.own" }, async (_args, { actor }) => ({
    items: (await accessTokens.list(signedIn(actor).id)).map((row) => presentAccessToken(row, clock.now())),
    nextCursor: null,
  }));

  implement(app, createAccessToken, { needs: "account.own" }, async ({ body }, { actor, request }) => {
    const { row, token } = await accessTokens.create(signedIn(actor), body, request.ip);
    return { ...presentAccessToken(row, clock.now()), token };
  });

  implement(app, revokeAccessToken, { needs: "account.own" }, async ({ params }, { actor, request }) => {
    await accessTokens.revoke(signedIn(actor), params.tokenId, request.ip);
    return {};
  });
}
