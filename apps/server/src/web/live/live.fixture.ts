import http from "node:http";

/** What a stream has received so far. */
export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  events: Record<string, unknown>[];
  isOver: boolean;
  close(): void;
}

/** Opens a stream and records its events. */
export function listen(address: string, headers: Record<string, string>, query = ""): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${address}/api/v1/events${query}`, { headers, agent: false }, (response) => {
      const received: Received = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: "",
        events: [],
        isOver: false,
        close: () => request.destroy(),
      };
      response.setEncoding("utf8");
      response.on("data", (data: string) => {
        received.text += data;
        received.events = [...received.text.matchAll(/^data: (.*)$/gmu)].map(
          ([, json]) => JSON.parse(json ?? "") as Record<string, unknown>,
        );
      });
      response.on("close", () => {
        received.isOver = true;
      });
      response.on("error", () => {});
      resolve(received);
    });
    request.on("error", reject);
  });
}
