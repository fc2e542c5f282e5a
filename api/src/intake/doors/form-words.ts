/** What a field of a form is about. A source may say so itself, by the field's name; `answer` is none of the others. */
export const meanings = [
  "email",
  "phone",
  "name",
  "firstName",
  "lastName",
  "message",
  "serviceInterest",
  "sourcePage",
  "submittedAt",
  "idempotencyKey",
  "optOut",
  "honeypot",
  "metadata",
  "answer",
] as const;
export type Meaning = (typeof meanings)[number];

/**
 * How forms call a field, without case, accents and signs (see `plainLabel`). A line for each language: English,
 * Spanish, Portuguese, French, German, Italian, Dutch; last what form tools write.
 */
export const fieldWords: Readonly<Partial<Record<Meaning, readonly string[]>>> = {
  email: [
    "email, e mail, mail, email address, e mail address, mail address, work email, business email, reply to",
    "correo, correo electronico, direccion de correo, direccion de correo electronico, direccion de email",
    "endereco de email, endereco de e mail, correio eletronico",
    "courriel, adresse email, adresse e mail, adresse mail, adresse courriel, adresse electronique",
    "email adresse, e mail adresse, mailadresse, emailadresse",
    "indirizzo email, indirizzo e mail, indirizzo mail, posta elettronica",
    "emailadres, e mailadres, e mail adres, mailadres",
    "emailaddress, replyto",
  ],
  phone: [
    "phone, phone number, phone no, telephone, telephone number, tel, tel no, mobile, mobile number, mobile phone, cell, " +
      "cell phone, cell number, contact number, daytime phone, whatsapp, whatsapp number, whats app",
    "telefono, numero de telefono, movil, telefono movil, numero de movil, celular, numero de celular, telefono celular",
    "telefone, numero de telefone, telemovel, telefone celular, fone",
    "numero de telephone, numero telephone, telephone portable, telephone mobile, portable, numero de portable",
    "telefon, telefonnummer, rufnummer, handy, handynummer, mobilnummer, mobiltelefon, mobil",
    "numero di telefono, numero telefonico, cellulare, numero di cellulare, telefono cellulare, recapito telefonico",
    "telefoon, telefoonnummer, mobiel, mobiel nummer, gsm, gsm nummer",
    "phonenumber, phoneno, mobilephone, mobilenumber, cellphone",
  ],
  name: [
    "name, full name, name and surname, first and last name, contact name, contact person, customer name, client name, lead name",
    "nombre, nombre completo, nombre y apellido, nombre y apellidos",
    "nome, nome completo, nome e sobrenome, nome e apelido",
    "nom, nom complet, nom et prenom, nom prenom, prenom et nom, prenom nom",
    "vor und nachname, vorname und nachname, vorname nachname, vollstandiger name, ansprechpartner",
    "nome e cognome, cognome e nome, nome cognome, nominativo",
    "naam, volledige naam, voor en achternaam",
    "fullname, contactname, customername",
  ],
  firstName: [
    "first name, first, given name, forename",
    "primer nombre, nombres, nombre de pila",
    "primeiro nome",
    "prenom, prenoms",
    "vorname, vornamen",
    "nome di battesimo",
    "voornaam",
    "firstname, fname, givenname",
  ],
  lastName: [
    "last name, last, surname, family name",
    "apellido, apellidos",
    "sobrenome, apelido",
    "nom de famille",
    "nachname, familienname, zuname",
    "cognome",
    "achternaam, familienaam",
    "lastname, lname, familyname",
  ],
  message: [
    "message, messages, comment, comments, questions or comments, comments or questions, question, questions, enquiry, " +
      "inquiry, details, project details, additional information, description, notes, how can we help, " +
      "how can we help you, how may we help you, what can we do for you, tell us about your project",
    "mensaje, comentario, comentarios, consulta, duda, como podemos ayudarte, en que podemos ayudarte",
    "mensagem, duvida, como podemos ajudar",
    "commentaire, commentaires, demande, remarque, remarques, comment pouvons nous vous aider",
    "nachricht, mitteilung, kommentar, anfrage, bemerkung, bemerkungen, anliegen, wie konnen wir helfen, wie konnen wir ihnen helfen",
    "messaggio, commento, commenti, richiesta, come possiamo aiutarti",
    "bericht, opmerking, opmerkingen, vraag, vragen, toelichting, waarmee kunnen we helpen",
    "body, message body, summary",
  ],
  serviceInterest: [
    "service, services, service interest, service of interest, interest, interests, interested in, which service, " +
      "what service, service type, type of service, service needed, services needed, service required, product, " +
      "product of interest, treatment, what are you interested in, i am interested in",
    "servicio, servicios, servicio de interes, interes, interesado en, producto, producto de interes",
    "servico, servicos, servico de interesse, interesse, produto",
    "prestation, prestations, service souhaite, produit, interet",
    "leistung, leistungen, dienstleistung, gewunschte leistung, interesse an, produkt",
    "servizio, servizi, servizio di interesse, prodotto",
    "dienst, diensten, interesse in, product van interesse",
    "serviceinterest",
  ],
  sourcePage: [
    "page, page url, source page, source url, landing page, landing page url, form page, current url, referrer, referrer url",
    "pagina",
    "pagina de origem",
    "page d origine",
    "seite",
    "pagina di origine",
    "",
    "pageurl, page uri, sourcepage, sourceurl, landingpage, referer, http referer, wp http referer",
  ],
  submittedAt: [
    "submitted at, submitted on, submission date, submission time, submit time, date submitted, created at, date created, timestamp",
    "fecha de envio",
    "data de envio",
    "date d envoi",
    "gesendet am",
    "data di invio",
    "verzonden op",
    "submittedat, createdat, datecreated, submission timestamp, created time",
  ],
  idempotencyKey: [
    "idempotency key, submission id, entry id, response id",
    "idempotencykey, submissionid, entryid, responseid",
  ],
  optOut: [
    "do not contact, do not call, no contact, opt out, opted out, unsubscribe",
    "no contactar, no contactarme, darme de baja",
    "nao contatar, nao contactar",
    "ne pas me contacter, se desinscrire",
    "nicht kontaktieren",
    "non contattare, non contattarmi",
    "niet contacteren, niet benaderen",
    "donotcontact, dont contact, dnc, optout, unsubscribed",
  ],
  metadata: [
    "form id, form name, form title, form element id, site id, page id, page name, page title, post id, ip, ip address, " +
      "remote ip, user ip, user agent, browser, powered by, date updated, is starred, is read, payment status, created by, " +
      "event id, event type, trigger type, csrf token, token, nonce, wpnonce, action, queried id, referer title, charset, " +
      "hutk, hubspotutk, formid, formname, useragent, recaptcha, g recaptcha response, h captcha response, " +
      "cf turnstile response, captcha, wpcf 7, wpcf 7 version, wpcf 7 locale, wpcf 7 unit tag, wpcf 7 container post",
  ],
};

/** Words around the name of a field that ask for it politely and say nothing else. */
export const courtesies = [
  "a an and best can contact enter full i is my of please preferred primary provide required s tell the to us we what which your",
  "completo cual cuales de el es la lo los por favor su sus tu tus",
  "o os do da qual seu sua seus suas",
  "complet du est le les quel quelle veuillez votre vos",
  "bitte dein deine der die das ihr ihre ist lautet wie",
  "il inserisci suo tuo tua",
  "jouw je het uw vul",
];
