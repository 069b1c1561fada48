/* Translations of messages: none are installed. */
#ifndef HEDDLE_LIBINTL_H
#define HEDDLE_LIBINTL_H

char *gettext(const char *id);
char *dgettext(const char *domain, const char *id);
char *dcgettext(const char *domain, const char *id, int category);
char *ngettext(const char *one, const char *many, unsigned long n);
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n);
char *textdomain(const char *domain);
char *bindtextdomain(const char *domain, const char *dir);
char *bind_textdomain_codeset(const char *domain, const char *codeset);

#endif
