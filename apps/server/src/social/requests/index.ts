import type { Media } from "../../media/media/index.ts";
import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { type Answers, type AnswersDeps, createAnswers } from "./answers.service.ts";
import { pictureRoutes } from "./pictures.routes.ts";
import { requestsRoutes } from "./requests.routes.ts";
import { createOwnRequests, type OwnRequestsDeps } from "./requests.service.ts";

export type { Admission, RequestPage } from "./answers.service.ts";

/** Interface of the requests module for other modules. */
export type Requests = Omit<Answers, "open" | "unlock"> & Module;

/** Creates the module for requests: links by which visitors send recordings and files to a user. */
export function createRequests(ports: Ports, deps: AnswersDeps & OwnRequestsDeps & { media: Pick<Media, "emblems"> }): Requests {
  const [own, answers] = [createOwnRequests(ports, deps), createAnswers(ports, deps)];
  return {
    ...answers,
    routes(app) {
      requestsRoutes(app, own, answers);
      pictureRoutes(app, own, deps.media);
    },
  };
}
