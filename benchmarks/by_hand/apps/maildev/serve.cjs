// Serves the mails of a folder; what is relayed comes back to the same inbox, so that no mail leaves the machine.
const net = require("net");
const maildev = require("maildev");

const [mails, web] = process.argv.slice(2);
const probe = net.createServer().listen(0, "127.0.0.1", () => {
    const smtp = probe.address().port;
    probe.close(() =>
        maildev({
            smtp, web: Number(web), ip: "127.0.0.1", mailDirectory: mails,
            outgoingHost: "127.0.0.1", outgoingPort: smtp, silent: true, hideExtensions: ["STARTTLS"],
        }).listen(),
    );
});
