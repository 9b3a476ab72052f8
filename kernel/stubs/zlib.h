// In place of zlib: a header of Glucose includes it for readers of files, which are not used.
typedef void* gzFile;
int gzread(gzFile, void*, unsigned);
