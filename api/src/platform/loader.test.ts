import { toyContext, toyViewer } from "../../test/support/toy-schema.js";
import { perRequest } from "./loader.js";

it("makes a thing once for each context, even when it is nothing", () => {
  const make = jest.fn(() => undefined);
  const thingOf = perRequest(make);
  const [one, two] = [toyContext(toyViewer("ADMIN"), "1"), toyContext(toyViewer("ADMIN"), "2")];
  for (const ctx of [one, two, one, two]) thingOf(ctx);

  expect(make.mock.calls).toEqual([[one], [two]]);
});
