import { startMailServer } from "@stillreel/testing/mail";
import { describe, expect, it } from "vitest";
import { createMailTransport, smtpOptions } from "./smtp.mail.ts";

const mail = (to: string) => ({ messageId: "<1@localhost>", to, subject: "S", text: "T", html: "<p>T</p>" });

describe("SMTP_URL", () => {
  it("must use TLS, except on this machine or when configured otherwise", () => {
    expect(smtpOptions("smtp://user%40x:p%3Aw@mail.example:587")).toMatchObject({
      host: "mail.example",
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: "user@x", pass: "p:w" },
    });
    expect(smtpOptions("smtps://mail.example")).toMatchObject({ port: 465, secure: true });
    expect(smtpOptions("smtp://127.0.0.1:25").requireTLS).toBe(false);
    expect(smtpOptions("smtp://[::1]:25")).toMatchObject({ host: "::1", requireTLS: false });
    expect(smtpOptions("smtp://mailpit:1025?requireTLS=false").requireTLS).toBe(false);
    expect(smtpOptions("smtp://mail.example")).toMatchObject({ disableFileAccess: true, disableUrlAccess: true });
  });
});

describe("a mail for a person", () => {
  it("has their name with the address of the installation, and their address for answers", async () => {
    const server = await startMailServer();
    const transport = createMailTransport(() => ({ smtpUrl: server.url, mailFrom: "Stillreel <shots@example.test>" }));
    const senderName = 'Mira "M" <x@evil.test>, Ben\r\nBcc: y@evil.test';
    await transport.send({ ...mail("ok@example.test"), senderName, replyTo: "mira@example.test" });
    await transport.send(mail("ok@example.test"));
    const [personal, plain] = server.inbox.map((received) => received.mail);
    expect(personal?.from).toMatchObject({ address: "shots@example.test" });
    expect(personal?.from?.name).toContain("Mira");
    expect(personal?.replyTo).toEqual([{ name: "", address: "mira@example.test" }]);
    expect([personal?.bcc, server.inbox[0]?.to]).toEqual([undefined, ["ok@example.test"]]);
    expect(plain?.from).toEqual({ name: "Stillreel", address: "shots@example.test" });
    expect(plain?.replyTo).toBeUndefined();
    await transport.close();
    await server.close();
  });
});

it("reports about undeliverable mail go to their own address, or to the sender", async () => {
  const server = await startMailServer();
  const settings = () => ({ smtpUrl: server.url, mailFrom: "Stillreel <shots@example.test>" });
  for (const bounceAddress of [undefined, "bounces@example.test"]) {
    const transport = createMailTransport(settings, bounceAddress);
    expect(await transport.send(mail("ok@example.test"))).toEqual({ ok: true });
    await transport.close();
  }
  expect(server.inbox.map(({ from, mail: received }) => [from, received.from?.address])).toEqual([
    ["shots@example.test", "shots@example.test"],
    ["bounces@example.test", "shots@example.test"],
  ]);
  await server.close();
});

describe("outcomes", () => {
  it("distinguish permanent refusals from temporary ones", async () => {
    const server = await startMailServer();
    server.answerFor("gone@example.test", 550);
    server.answerFor("busy@example.test", 451);
    const transport = createMailTransport(() => ({ smtpUrl: server.url, mailFrom: "a@example.test" }));
    expect(await transport.check()).toBeNull();
    expect(await transport.send(mail("ok@example.test"))).toEqual({ ok: true });
    expect(await transport.send(mail("gone@example.test"))).toMatchObject({
      ok: false,
      kind: "rejected",
      reason: expect.stringContaining("550"),
      smtpCode: 550,
    });
    expect(await transport.send(mail("busy@example.test"))).toMatchObject({
      ok: false,
      kind: "deferred",
      reason: expect.stringContaining("451"),
      smtpCode: 451,
    });
    await transport.close();
    await server.close();
    const away = createMailTransport(() => ({ smtpUrl: server.url, mailFrom: "a@example.test" }));
    expect(await away.send(mail("ok@example.test"))).toMatchObject({ ok: false, kind: "deferred", smtpCode: null });
    expect(await away.check()).toContain("ECONNREFUSED");
    await away.close();
  });

  it("need TLS for a server on another host, unless configured otherwise", async () => {
    // 127.0.0.2 is not one of the recognised names of this machine.
    const server = await startMailServer(0, "127.0.0.2");
    const transport = createMailTransport(() => ({ smtpUrl: server.url, mailFrom: "a@example.test" }));
    expect(await transport.send(mail("ok@example.test"))).toMatchObject({ ok: false, kind: "deferred" });
    expect(server.inbox).toHaveLength(0);
    const insecure = createMailTransport(() => ({ smtpUrl: `${server.url}?requireTLS=false`, mailFrom: "a@example.test" }));
    expect(await insecure.send(mail("ok@example.test"))).toEqual({ ok: true });
    await insecure.close();
    await transport.close();
    await server.close();
  });
});
