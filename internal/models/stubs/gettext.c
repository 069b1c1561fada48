/* Translations of messages: none are installed, so every message is itself. */
#include <heddle_intrinsics.h>
#include <libintl.h>

char *gettext(const char *id) {
	return (char *)id;
}

char *dgettext(const char *domain, const char *id) {
	if (domain)
		__heddle_look_string(domain);
	return (char *)id;
}

char *dcgettext(const char *domain, const char *id, int category) {
	if (domain)
		__heddle_look_string(domain);
	(void)category;
	return (char *)id;
}

char *ngettext(const char *one, const char *many, unsigned long n) {
	return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
	if (domain)
		__heddle_look_string(domain);
	return (char *)(n == 1 ? one : many);
}

char *textdomain(const char *domain) {
	return (char *)(domain ? domain : "messages");
}

char *bindtextdomain(const char *domain, const char *dir) {
	if (domain)
		__heddle_look_string(domain);
	return (char *)(dir ? dir : "/usr/share/locale");
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
	if (domain)
		__heddle_look_string(domain);
	return (char *)codeset;
}
