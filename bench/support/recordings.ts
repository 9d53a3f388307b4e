type Headers = Record<string, string>;

/** A recording during its upload, as the recorder sends it. */
export interface OpenRecording {
  itemId: string;
  slug: string;
  /** Returns the number of bytes that have arrived. */
  offset(): number;
  /** Sends the next bytes. With the length in the headers, they are the last ones. */
  append(bytes: Buffer, more?: Headers): Promise<void>;
}

/** Starts the upload of a recording. @param options.isLive whether visitors may watch before it ends */
export async function beginRecording(url: string, headers: Headers, { isLive = false } = {}): Promise<OpenRecording> {
  const text = (value: string): string => Buffer.from(value).toString("base64");
  const facts = { type: "video", recording: "true", fullFileName: "take.mp4", ...(isLive ? { live: "true" } : {}) };
  const created = await fetch(`${url}/uploads`, {
    method: "POST",
    headers: {
      ...headers,
      "tus-resumable": "1.0.0",
      "upload-defer-length": "1",
      "upload-metadata": Object.entries(facts)
        .map(([name, value]) => `${name} ${text(value)}`)
        .join(","),
    },
  });
  if (created.status !== 201) throw new Error(`A recording was answered ${created.status}: ${await created.text()}`);
  const address = new URL(created.headers.get("location") ?? "", url).href;
  let offset = 0;
  return {
    itemId: created.headers.get("item-id") ?? "",
    slug: created.headers.get("share-url")?.split("/").at(-1) ?? "",
    offset: () => offset,
    async append(bytes, more = {}) {
      const answer = await fetch(address, {
        method: "PATCH",
        headers: {
          ...headers,
          "tus-resumable": "1.0.0",
          "content-type": "application/offset+octet-stream",
          "upload-offset": String(offset),
          ...more,
        },
        body: new Uint8Array(bytes),
      });
      if (answer.status !== 204) throw new Error(`A piece of a recording was answered ${answer.status}: ${await answer.text()}`);
      offset += bytes.length;
    },
  };
}
