/*
 * WebKitGTK's MiniBrowser forgets everything at its end as soon as it is driven from outside. Loaded before it (LD_PRELOAD),
 * this answers its call for a store in memory with one in the folder KEPT_PROFILE, as without a driver.
 */
extern char *getenv(const char *name);
extern void *webkit_website_data_manager_new(const char *first_property, ...);

void *webkit_website_data_manager_new_ephemeral(void) {
  const char *folder = getenv("KEPT_PROFILE");
  return webkit_website_data_manager_new("base-data-directory", folder, "base-cache-directory", folder, (void *)0);
}
