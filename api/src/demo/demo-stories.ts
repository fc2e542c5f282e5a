import { arrives, claims, declines, moves, replies, type Story, thanks, wins, writes } from "./demo-steps.js";

/** Two dozen people as a studio for kitchens would meet them, over three months. */
export const stories: readonly Story[] = [
  {
    ...{
      person: { name: "Amelia Brandt", email: "amelia.brandt@example.com", phone: "+12025550101" },
      channel: "WEB_FORM",
      interest: "Kitchen",
      campaign: 0,
    },
    message: "We are renovating in spring and would like a first estimate for a kitchen of 14 square metres.",
    steps: [
      arrives(82),
      claims(81.9),
      replies(81.8, thanks),
      moves(80, "qualified"),
      moves(76, "proposal", 2, { dueInDays: -70 }),
      wins(70, 1_840_000),
      writes(21, "Hello again! Now we need a pantry."),
      replies(20.8, thanks),
      moves(20, "qualified"),
      wins(12, 320_000),
    ],
  },
  {
    ...{
      person: { name: "Jonas Vega", email: "jonas.vega@example.com", phone: "+12025550102" },
      channel: "WEB_FORM",
      interest: "Wardrobe",
    },
    message: "How long is the wait for a built-in wardrobe at the moment?",
    steps: [
      arrives(75),
      claims(74.8, 3),
      replies(74.7, thanks, 3),
      moves(73, "qualified", 3),
      wins(60, 410_000, 3),
      writes(9, "The button said spring offer, yes please!", 1),
    ],
  },
  {
    ...{ person: { name: "Priya Natarajan", email: "priya@example.org" }, channel: "WEB_FORM", interest: "Kitchen" },
    message: "Could you send your price list?",
    steps: [
      arrives(68),
      claims(67.9),
      replies(67.7, "Prices depend on the room. May I call you tomorrow?"),
      moves(66, "reviewing"),
      declines(58, "Only wanted a price list"),
    ],
  },
  {
    ...{
      person: { name: "Lucas Ferreira", phone: "+5511961234567" },
      channel: "ADS",
      interest: "Bathroom",
      campaign: 2,
    },
    message: "Interested in a new bathroom, please call after 18:00.",
    steps: [
      arrives(61),
      claims(60.9, 3),
      { daysAgo: 60.5, does: "CALLS", by: 3, text: "Wants a visit in March" },
      moves(60, "qualified", 3),
      moves(55, "proposal", 3, { dueInDays: -50 }),
      wins(48, 960_000, 3),
    ],
  },
  {
    ...{
      person: { name: "Ingrid Solberg", email: "ingrid.solberg@example.net", phone: "+4740612345" },
      channel: "WEB_FORM",
      interest: "Kitchen",
    },
    message: "Do you work with oak?",
    steps: [
      arrives(54),
      claims(53.9),
      replies(53.8, "We do, and have samples here."),
      moves(52, "qualified"),
      moves(50, "proposal", 2, { dueInDays: -45 }),
      declines(40, "Chose another supplier"),
      writes(6, "The other supplier did not work out. Is your offer still open?"),
    ],
  },
  {
    ...{ person: { name: "Best SEO Deals", email: "promo@example.info" }, channel: "WEB_FORM", interest: "Other" },
    message: "Rank first on all search engines within three days!!!",
    steps: [arrives(47), moves(46.9, "spam", 1)],
  },
  {
    ...{ person: { name: "Tomás Quiroga", email: "tomas.quiroga@example.com" }, channel: "EMAIL", interest: "Office" },
    message: "We need desks for eleven people before June.",
    steps: [
      arrives(44),
      claims(43.8),
      replies(43.6, thanks),
      moves(42, "qualified"),
      moves(38, "proposal", 2, { dueInDays: 3 }),
    ],
  },
  {
    ...{
      person: { name: "Hannah Osei", email: "hannah.osei@example.com", phone: "+12025550108" },
      channel: "WEB_FORM",
      interest: "Kitchen",
      campaign: 0,
    },
    message: "A colleague recommended you. We move in August.",
    steps: [arrives(40), claims(39.9, 3), replies(39.8, thanks, 3), moves(38, "qualified", 3), wins(33, 2_150_000, 3)],
  },
  {
    ...{ person: { name: "Marek Nowak", phone: "+48512345678" }, channel: "PHONE", interest: "Stairs" },
    message: "Called the studio: wants oak stairs, two storeys.",
    steps: [
      arrives(36),
      claims(35.9),
      { daysAgo: 35.8, does: "CALLS", text: "Sends photos tomorrow" },
      moves(35, "reviewing"),
      moves(31, "qualified"),
    ],
  },
  {
    ...{
      person: { name: "Sofia Lindqvist", email: "sofia.lindqvist@example.com" },
      channel: "WEB_FORM",
      interest: "Wardrobe",
    },
    message: "Can you come and measure in the evening?",
    steps: [
      arrives(33),
      claims(32.8, 3),
      replies(32.7, thanks, 3),
      moves(31, "qualified", 3),
      moves(29, "proposal", 3, { dueInDays: -2 }),
    ],
  },
  {
    ...{
      person: { name: "Daniel Okafor", email: "daniel.okafor@example.com", phone: "+12025550111" },
      channel: "ADS",
      interest: "Kitchen",
      campaign: 2,
    },
    message: "Saw your advertisement, what would a small kitchen cost?",
    steps: [
      arrives(30),
      claims(29.9),
      replies(29.7, thanks),
      moves(28, "qualified"),
      wins(24, 780_000),
      writes(2, "One drawer sticks. And could we add a shelf?"),
      replies(1.9, "Of course, I will come by on Thursday."),
    ],
  },
  {
    ...{
      person: { name: "Clara Jensen", email: "clara.jensen@example.org" },
      channel: "WEB_FORM",
      interest: "Bathroom",
    },
    message: "Please do not call, write only.",
    steps: [
      arrives(27),
      claims(26.9),
      replies(26.5, "Gladly in writing. How large is the room?"),
      moves(25, "reviewing"),
      { daysAgo: 24, does: "NOTES", text: "Writes in the evenings, very precise." },
    ],
  },
  {
    ...{
      person: { name: "Yusuf Demir", email: "yusuf.demir@example.com", phone: "+4915112345678" },
      channel: "WEB_FORM",
      interest: "Kitchen",
    },
    message: "Budget is tight, is there something used?",
    steps: [
      arrives(24),
      claims(23.9, 3),
      replies(23.8, "We sell exhibition kitchens in autumn.", 3),
      declines(22, "Budget below our smallest kitchen", 3),
    ],
  },
  {
    ...{
      person: { name: "Nora Whitfield", email: "nora.whitfield@example.com" },
      channel: "WEB_FORM",
      interest: "Office",
    },
    message: "Home office for two, with a lot of books.",
    steps: [
      arrives(20),
      claims(19.9),
      replies(19.8, thanks),
      moves(18, "qualified"),
      moves(15, "proposal", 2, { dueInDays: 6 }),
    ],
  },
  {
    ...{
      person: { name: "Giulia Rossi", email: "giulia.rossi@example.com", phone: "+393331234567" },
      channel: "WEB_FORM",
      interest: "Kitchen",
      campaign: 0,
    },
    message: "We would like to see the showroom with our architect.",
    steps: [arrives(17), claims(16.9, 3), replies(16.7, thanks, 3), moves(15, "qualified", 3), wins(8, 3_420_000, 3)],
  },
  {
    ...{ person: { name: "Amara Diallo", phone: "+12025550117" }, channel: "ADS", interest: "Bathroom", campaign: 2 },
    message: "Please send pictures of recent work.",
    steps: [
      arrives(11),
      claims(10.9),
      { daysAgo: 10.5, does: "CALLS", text: "Left a message" },
      moves(10, "qualified"),
    ],
  },
  {
    ...{
      person: { name: "Linnea Berg", email: "linnea.berg@example.com", phone: "+46701234567" },
      channel: "WEB_FORM",
      interest: "Kitchen",
    },
    message: "Is delivery to the islands possible?",
    steps: [arrives(4)],
  },
  {
    ...{ person: { name: "Oscar Mendel", email: "oscar.mendel@example.org" }, channel: "WEB_FORM", interest: "Office" },
    message: "Shelves along nine metres of wall.",
    steps: [arrives(2.5), claims(2.4)],
  },
  {
    ...{ person: { name: "Farah Siddiqui", phone: "+12025550122" }, channel: "ADS", interest: "Kitchen", campaign: 2 },
    message: "Can somebody call me on Saturday?",
    steps: [arrives(1.2)],
  },
  {
    ...{ person: { name: "Ben Carver", email: "ben.carver@example.com" }, channel: "WEB_FORM", interest: "Bathroom" },
    message: "The sink is broken, so it is a little urgent.",
    steps: [arrives(0.2)],
  },
  {
    ...{ person: { name: "Mei Tanaka", email: "mei.tanaka@example.com" }, channel: "WEB_FORM", interest: "Kitchen" },
    message: "Do you have an opening before the holidays?",
    steps: [arrives(0.02)],
  },
  {
    ...{
      person: { name: "Test Visitor", email: "visitor@example.com" },
      channel: "WEB_FORM",
      interest: "Kitchen",
      isTest: true,
    },
    message: "Checking the form after the relaunch.",
    steps: [arrives(0.5)],
  },
];
