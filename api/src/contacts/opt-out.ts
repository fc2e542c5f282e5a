const words = new Set([
  "stop",
  "stopall",
  "unsubscribe",
  "cancel",
  "end",
  "quit",
  "optout",
  "opt out",
  "baja",
  "parar",
  "salir",
  "sair",
  "stopp",
  "abmelden",
  "desinscrever",
  "cancelar suscripcion",
]);

/** A message that is nothing but the wish to be left alone. In a longer sentence the word means what it says there. */
export const isOptOut = (text: string | null | undefined): boolean =>
  words.has(
    (text ?? "")
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[\p{P}\p{S}]/gu, "")
      .trim()
      .toLowerCase(),
  );
