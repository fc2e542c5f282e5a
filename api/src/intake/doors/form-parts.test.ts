import { readFormParts } from "./form-parts.js";

const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
const body = (...parts: string[]): Buffer =>
  Buffer.from(
    `${parts.map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`).join("")}--${boundary}--\r\n`,
  );
const type = `multipart/form-data; boundary=${boundary}`;

it("a form in parts is read like any other, repeated names and brackets too", async () => {
  const bytes = body(
    'name="name"\r\n\r\nZoë Exemplé',
    'name="service"\r\n\r\nRoof',
    'name="service"\r\n\r\nGutter',
    'name="contact[email]"\r\n\r\nzoe@example.com',
    'name="message"\r\n\r\nLine one\r\nLine two',
  );

  expect(await readFormParts(bytes, type)).toEqual({
    ok: true,
    value: {
      ...{ name: "Zoë Exemplé", service: ["Roof", "Gutter"], contact: { email: "zoe@example.com" } },
      message: "Line one\r\nLine two",
    },
  });
});

it("a file is told by its name and size, and none that was chosen is empty", async () => {
  const bytes = body(
    'name="plan"; filename="plan.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF',
    'name="photo"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n',
  );

  expect(await readFormParts(bytes, type)).toEqual({ ok: true, value: { plan: "plan.pdf (4 bytes)", photo: "" } });
});

it.each([undefined, "text/plain", "multipart/form-data", "application/x-www-form-urlencoded"])(
  "parts are found by their first line where the type is %s",
  async (contentType) => {
    expect(await readFormParts(body('name="name"\r\n\r\nDana'), contentType)).toEqual({
      ok: true,
      value: { name: "Dana" },
    });
  },
);

it.each([
  ["cut off", body('name="name"\r\n\r\nDana').subarray(0, -20), type],
  ["of another boundary", body('name="name"\r\n\r\nDana'), `multipart/form-data; boundary=${boundary}Y`],
  ["without a name", Buffer.from(`--${boundary}\r\n\r\nDana\r\n--${boundary}--\r\n`), type],
  ["of another kind", Buffer.from("hello"), "multipart/mixed"],
])("parts that are %s cannot be read, and say so", async (_what, bytes, contentType) => {
  expect(await readFormParts(bytes, contentType)).toEqual({ ok: false, problem: "MULTIPART" });
});
