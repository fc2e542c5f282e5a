/** For a plain HTML form whose source names no page to go to. The receipt number is ours, so nothing needs escaping. */
export const thankYouPage = (receiptNumber: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Thank you</title>
<h1>Thank you</h1>
<p>We have received what you sent. Your reference is <strong>${receiptNumber}</strong>.</p>
</html>
`;
